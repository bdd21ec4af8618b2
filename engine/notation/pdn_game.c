/* SPDX-License-Identifier: MIT */
#include "engine/notation/pdn_game_internal.h"

#include "engine/notation/text_internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    ARENA_BLOCK_SIZE = 1 << 16,
    ARENA_KEPT = 1 << 22,  /* bytes that stay for the next game */
    FINDING_TEXT_MAX = 80, /* bytes of input shown in a finding */
};

struct ArenaBlock {
    ArenaBlock *next;
    size_t size, used;
    char bytes[];
};

/* ---- texts ---- */

static void arena_free_after(ArenaBlock *block) {
    for (ArenaBlock *next; block; block = next) {
        next = block->next;
        free(block);
    }
}

/* Makes all blocks empty and frees those beyond what is kept. */
static void arena_reset(Arena *arena) {
    size_t kept = 0;
    ArenaBlock **link = &arena->first;
    for (; *link && kept + (*link)->size <= ARENA_KEPT; link = &(*link)->next) {
        kept += (*link)->size;
        (*link)->used = 0;
    }
    arena_free_after(*link);
    *link = NULL;
    arena->current = arena->first;
    arena->held = 0;
}

/* NULL when out of memory. */
static char *arena_take(Arena *arena, size_t size) {
    while (arena->current && arena->current->size - arena->current->used < size &&
           arena->current->next)
        arena->current = arena->current->next;
    ArenaBlock *block = arena->current;
    if (!block || block->size - block->used < size) {
        size_t room = size > ARENA_BLOCK_SIZE ? size : ARENA_BLOCK_SIZE;
        ArenaBlock *fresh = malloc(sizeof *fresh + room);
        if (!fresh)
            return NULL;
        *fresh = (ArenaBlock){.size = room};
        *(block ? &block->next : &arena->first) = fresh;
        arena->current = block = fresh;
    }
    char *bytes = block->bytes + block->used;
    block->used += size;
    arena->held += size;
    return bytes;
}

/* Bytes of the UTF-8 character at `text`, 0 when it is none (overlong and surrogates included). */
static size_t utf8_length(const unsigned char *text, size_t length) {
    if (text[0] < 0x80)
        return 1;
    size_t size = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    if (text[0] < 0xc2 || text[0] > 0xf4 || size > length)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    static const struct {
        unsigned char first, least, most;
    } seconds[] = {{0xe0, 0xa0, 0xbf}, {0xed, 0x80, 0x9f}, {0xf0, 0x90, 0xbf}, {0xf4, 0x80, 0x8f}};
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++)
        if (text[0] == seconds[i].first &&
            (text[1] < seconds[i].least || text[1] > seconds[i].most))
            return 0;
    return size;
}

/* Whether the text can be kept byte for byte. */
static bool is_clean(const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t i = 0, size; i < length; i += size) {
        size = bytes[i] ? utf8_length(bytes + i, length - i) : 0;
        if (!size)
            return false;
    }
    return true;
}

/* Writes at most twice `length` bytes and returns how many. */
static size_t convert(char *to, const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    size_t written = 0;
    for (size_t i = 0; i < length;) {
        size_t size = utf8_length(bytes + i, length - i);
        if (size) {
            memcpy(to + written, text + i, size);
            if (!bytes[i])
                to[written] = ' ';
            written += size;
            i += size;
        } else {
            to[written++] = (char)(0xc0 | bytes[i] >> 6);
            to[written++] = (char)(0x80 | (bytes[i] & 0x3f));
            i++;
        }
    }
    return written;
}

/* The length without a character that was cut in the middle. */
static size_t trim_cut(const char *text, size_t length) {
    for (size_t back = 1; back <= 3 && back <= length; back++) {
        unsigned char byte = (unsigned char)text[length - back];
        if ((byte & 0xc0) == 0xc0)
            return utf8_length((const unsigned char *)text + length - back, back) ? length
                                                                                  : length - back;
        if (byte < 0x80)
            break;
    }
    return length;
}

void builder_tell_encoding(GameBuilder *builder, PdnPlace place, const char *text, size_t length) {
    if (builder->encoding_told)
        return;
    builder->encoding_told = true;
    builder_add_finding(builder, PDN_FINDING_ENCODING, place, -1, "", 0,
                        memchr(text, '\0', length) ? "zero bytes in a text, read as blanks"
                                                   : "bytes that are not UTF-8, read as Latin-1");
}

static const char *keep_text(GameBuilder *builder, PdnPlace place, const char *text, size_t length,
                             bool cut, size_t held_max) {
    if (cut)
        length = trim_cut(text, length);
    bool clean = is_clean(text, length);
    size_t size = (clean ? length : 2 * length) + 1;
    if (builder->failed)
        return "";
    if (builder->arena.held + size > held_max) {
        if (!builder->text_cut_told) {
            builder->text_cut_told = true;
            builder_add_finding(builder, PDN_FINDING_CUT, place, -1, "", 0,
                                "more than %d bytes of text in one game, the rest is left out",
                                PDN_GAME_TEXT_MAX);
        }
        return "";
    }
    char *kept = arena_take(&builder->arena, size);
    if (!kept) {
        builder->failed = true;
        return "";
    }
    if (clean) {
        memcpy(kept, text, length);
        kept[length] = '\0';
    } else {
        kept[convert(kept, text, length)] = '\0';
        builder_tell_encoding(builder, place, text, length);
    }
    return kept;
}

const char *builder_keep_text(GameBuilder *builder, PdnPlace place, const char *text, size_t length,
                              bool cut) {
    return keep_text(builder, place, text, length, cut, PDN_GAME_TEXT_MAX);
}

/* ---- lists ---- */

/* Makes room for one more entry; false when out of memory or at the limit. */
static bool grow(GameBuilder *builder, void **list, int count, int *capacity, int limit,
                 size_t size) {
    if (builder->failed || count >= limit)
        return false;
    if (count < *capacity)
        return true;
    int wanted = *capacity ? *capacity * 2 : 32;
    if (wanted > limit)
        wanted = limit;
    void *grown = realloc(*list, (size_t)wanted * size);
    if (!grown) {
        builder->failed = true;
        return false;
    }
    *list = grown;
    *capacity = wanted;
    return true;
}

static void tell_cut(GameBuilder *builder, bool *told, PdnPlace place, const char *what,
                     int limit) {
    if (*told || builder->failed)
        return;
    *told = true;
    builder_add_finding(builder, PDN_FINDING_CUT, place, -1, "", 0,
                        "more than %d %s in one game, the rest is left out", limit, what);
}

void builder_add_tag(GameBuilder *builder, PdnPlace place, const char *name, const char *value) {
    PdnGame *game = &builder->game;
    void *list = builder->tags;
    bool room = grow(builder, &list, game->tag_count, &builder->tag_capacity, PDN_TAGS_MAX,
                     sizeof *builder->tags);
    builder->tags = list;
    game->tags = builder->tags;
    if (!room) {
        tell_cut(builder, &builder->tags_cut_told, place, "tags", PDN_TAGS_MAX);
        return;
    }
    if (pdn_game_get_tag(game, name))
        builder_add_finding(builder, PDN_FINDING_TAG_TWICE, place, -1, name, strlen(name),
                            "a second tag %.60s; the first one counts", name);
    builder->tags[game->tag_count++] =
        (PdnTag){.name = name, .value = value, .offset = place.offset, .line = place.line};
}

PdnPly *builder_add_ply(GameBuilder *builder, PdnPlace place, int parent, int depth) {
    PdnGame *game = &builder->game;
    void *list = builder->plies;
    bool room = grow(builder, &list, game->ply_count, &builder->ply_capacity, PDN_PLIES_MAX,
                     sizeof *builder->plies);
    builder->plies = list;
    game->plies = builder->plies;
    if (!room) {
        tell_cut(builder, &builder->plies_cut_told, place, "moves", PDN_PLIES_MAX);
        return NULL;
    }
    PdnPly *ply = &builder->plies[game->ply_count++];
    *ply = (PdnPly){
        .parent = parent,
        .number = parent < 0 ? 1 : builder->plies[parent].number + 1,
        .depth = depth,
        .text = "",
        .offset = place.offset,
        .line = place.line,
        .first_comment = -1,
        .last_comment = -1,
        .clock = {PDN_CLOCK_NONE, PDN_CLOCK_NONE},
        .spent = PDN_CLOCK_NONE,
        .spent_total = PDN_CLOCK_NONE,
    };
    game->main_count += depth == 0;
    return ply;
}

bool builder_add_comment(GameBuilder *builder, PdnPlace place, const char *text) {
    PdnGame *game = &builder->game;
    void *list = builder->comments;
    bool room = grow(builder, &list, game->comment_count, &builder->comment_capacity,
                     PDN_COMMENTS_MAX, sizeof *builder->comments);
    builder->comments = list;
    game->comments = builder->comments;
    if (!room) {
        tell_cut(builder, &builder->comments_cut_told, place, "comments", PDN_COMMENTS_MAX);
        return false;
    }
    builder->comments[game->comment_count++] = (PdnComment){
        .text = text, .offset = place.offset, .line = place.line, .ply = -1, .next = -1};
    return true;
}

void builder_link_comments(GameBuilder *builder, int from, int ply, bool before) {
    PdnGame *game = &builder->game;
    int *first = ply < 0 ? &game->first_comment : &builder->plies[ply].first_comment;
    int *last = ply < 0 ? &builder->last_comment : &builder->plies[ply].last_comment;
    for (int i = from; i < game->comment_count; i++) {
        builder->comments[i].ply = ply;
        builder->comments[i].before = before;
        if (*first < 0)
            *first = i;
        else
            builder->comments[*last].next = i;
        *last = i;
    }
}

PdnFinding *builder_add_finding(GameBuilder *builder, PdnFindingKind kind, PdnPlace place, int ply,
                                const char *text, size_t length, const char *format, ...) {
    PdnGame *game = &builder->game;
    void *list = builder->findings;
    bool room = grow(builder, &list, game->finding_count, &builder->finding_capacity,
                     PDN_FINDINGS_MAX, sizeof *builder->findings);
    builder->findings = list;
    game->findings = builder->findings;
    if (!room) {
        game->findings_left_out++;
        return NULL;
    }
    int index = game->finding_count++;
    builder->findings[index] = (PdnFinding){.kind = kind,
                                            .severity = pdn_finding_severity(kind),
                                            .offset = place.offset,
                                            .line = place.line,
                                            .ply = ply,
                                            .text = "",
                                            .message = "",
                                            .candidates = ""};
    char message[ERROR_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    bool cut = length > FINDING_TEXT_MAX;
    /* Keeping a text may itself add a finding, so the place in the list is looked up again. */
    const char *kept =
        keep_text(builder, place, text, cut ? FINDING_TEXT_MAX : length, cut, SIZE_MAX);
    const char *told = keep_text(builder, place, message, strlen(message), false, SIZE_MAX);
    builder->findings[index].text = kept;
    builder->findings[index].message = told;
    return &builder->findings[index];
}

/* ---- life ---- */

void builder_done(GameBuilder *builder) {
    free(builder->tags);
    free(builder->plies);
    free(builder->comments);
    free(builder->findings);
    if (builder->record_ready)
        record_done(&builder->game.record);
    arena_free_after(builder->arena.first);
    text_buffer_done(&builder->scratch);
}

void builder_reset(GameBuilder *builder, uint64_t index, const Rules *rules) {
    GameRecord record = builder->game.record;
    builder->game = (PdnGame){
        .index = index,
        .rules = rules,
        .record = record,
        .tags = builder->tags,
        .plies = builder->plies,
        .comments = builder->comments,
        .findings = builder->findings,
        .first_comment = -1,
    };
    builder->last_comment = -1;
    builder->encoding_told = builder->plies_cut_told = builder->comments_cut_told =
        builder->tags_cut_told = builder->text_cut_told = false;
    arena_reset(&builder->arena);
}

const char *pdn_game_get_tag(const PdnGame *game, const char *name) {
    for (int i = 0; i < game->tag_count; i++)
        if (!strcmp(game->tags[i].name, name))
            return game->tags[i].value;
    return NULL;
}
