/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a PDN file: games come out whose parts fit together, the same ones however the
 * source hands out the bytes, and what was legal can be written and read back. */
#include "engine/notation/pdn_read.h"
#include "engine/notation/pdn_repair.h"
#include "engine/notation/pdn_write.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

/* A source that gives few bytes at a time. */
typedef struct {
    PdnMemory memory;
    size_t step;
} Dripping;

static ptrdiff_t read_dripping(void *context, char *buffer, size_t size, Error *error) {
    Dripping *dripping = context;
    PdnSource source = pdn_source_memory(&dripping->memory);
    dripping->step = dripping->step * 5 % 97 + 1;
    return source.read(source.context, buffer, dripping->step < size ? dripping->step : size,
                       error);
}

/* Whether a text ends and is UTF-8 as far as its first and following bytes go. */
static void check_text(const char *text) {
    fuzz_require(text != NULL, "a text is there");
    int due = 0;
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        fuzz_require(((byte & 0xc0) == 0x80) == (due > 0), "a text is UTF-8");
        due = due ? due - 1 : byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
    }
    fuzz_require(due == 0, "a text ends with a whole character");
}

static void check_plies(const PdnGame *game, size_t size) {
    int main_count = 0;
    for (int i = 0; i < game->ply_count; i++) {
        const PdnPly *ply = &game->plies[i];
        const PdnPly *parent = ply->parent < 0 ? NULL : &game->plies[ply->parent];
        fuzz_require(ply->parent < i, "a parent comes first");
        fuzz_require(ply->number == (parent ? parent->number + 1 : 1), "plies are counted");
        fuzz_require(ply->depth >= 0 && ply->depth <= PDN_DEPTH_MAX, "variations have a depth");
        fuzz_require(!ply->legal || !parent || parent->legal, "a legal move has a legal parent");
        fuzz_require(!ply->legal || ply->position.key == position_compute_key(&ply->position),
                     "the key of a position");
        fuzz_require(ply->offset + ply->length <= size, "a move stands in the input");
        fuzz_require(ply->first_comment < game->comment_count, "a move's comment");
        check_text(ply->text);
        main_count += ply->depth == 0;
    }
    fuzz_require(main_count == game->main_count, "the main line is counted");
    fuzz_require(!game->playable || record_plies(&game->record) <= main_count,
                 "the record is a part of the main line");
}

static void check_comments(const PdnGame *game) {
    int found = 0;
    for (int i = -1; i < game->ply_count; i++) {
        int comment = i < 0 ? game->first_comment : game->plies[i].first_comment;
        for (int last = -1; comment >= 0; comment = game->comments[comment].next) {
            fuzz_require(comment > last && game->comments[comment].ply == i,
                         "comments are chained in order");
            last = comment;
            found++;
        }
    }
    fuzz_require(found == game->comment_count, "every comment belongs to a move or the game");
    for (int i = 0; i < game->comment_count; i++)
        check_text(game->comments[i].text);
}

static void check_findings(const PdnGame *game, size_t size) {
    for (int i = 0; i < game->finding_count; i++) {
        const PdnFinding *finding = &game->findings[i];
        fuzz_require(finding->offset <= size && finding->line >= 1, "a finding has a place");
        fuzz_require(finding->ply >= -1 && finding->ply < game->ply_count, "a finding's move");
        fuzz_require(finding->message[0] != '\0', "a finding says something");
        check_text(finding->text);
        check_text(finding->message);
        check_text(finding->candidates);
    }
    for (int i = 0; i < game->tag_count; i++) {
        check_text(game->tags[i].name);
        check_text(game->tags[i].value);
    }
}

static void check_written(const PdnGame *game) {
    TextBuffer text = {0};
    static const PdnTags tags = {0};
    fuzz_require(pdn_write_game(&game->record, &tags, game->outcome, &text, NULL) >= 0,
                 "a game can be written");
    const PdnReadOptions options = {.rules = game->rules};
    PdnMemory memory = {.bytes = text_buffer_get(&text), .length = text.length};
    PdnReader *reader = pdn_reader_new(pdn_source_memory(&memory), &options, NULL);
    const PdnGame *again = NULL;
    fuzz_require(reader && pdn_reader_next(reader, &again, NULL) == 1 && again->playable,
                 "a written game is a game");
    fuzz_require(again->outcome == game->outcome, "a written result reads back");
    fuzz_require(
        record_plies(&again->record) == record_plies(&game->record) &&
            position_same_placement(record_current(&again->record), record_current(&game->record)),
        "written moves read back");
    pdn_reader_free(reader);
    text_buffer_done(&text);
}

static bool has_finding(const PdnGame *game, PdnFindingKind kind) {
    for (int i = 0; i < game->finding_count; i++)
        if (game->findings[i].kind == kind)
            return true;
    return game->findings_left_out > 0;
}

/* Whether the strict form takes a tag over as it is: those that it makes from the game, brings into
 * another form or keeps as a remark are not. */
static bool is_taken_over(const PdnGame *game, const PdnTag *tag) {
    static const char *const others[] = {"Result",   "GameType", "FEN",       "SetUp",
                                         "PlyCount", "Date",     "EventDate", "UTCDate"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(tag->name, others[i]))
            return false;
    return *tag->name >= 'A' && *tag->name <= 'Z' && !strchr(tag->name, '-') &&
           pdn_game_get_tag(game, tag->name) == tag->value;
}

/* The same texts, but for control characters, which are written as blanks. */
static bool is_same_text(const char *a, const char *b) {
    for (; *a && *b; a++, b++)
        if (*a != *b && !(((unsigned char)*a < ' ' || *a == 0x7f) && *b == ' '))
            return false;
    return *a == *b;
}

static void check_same_tags(const PdnGame *game, const PdnGame *again) {
    for (int i = 0; i < game->tag_count; i++) {
        const PdnTag *tag = &game->tags[i];
        const char *value = pdn_game_get_tag(again, tag->name);
        fuzz_require(!is_taken_over(game, tag) || (value && is_same_text(tag->value, value)),
                     "a rewritten game has all tags");
    }
    fuzz_require(pdn_game_get_tag(again, "Result") != NULL, "a rewritten game tells its result");
}

static void check_same_tree(const PdnGame *game, const PdnGame *again) {
    fuzz_require(game->ply_count == again->ply_count && game->main_count == again->main_count,
                 "a rewritten game has the same moves");
    int more = again->comment_count - game->comment_count; /* 1: what is kept as a remark */
    fuzz_require(more == 0 || more == 1, "a rewritten game has all comments");
    check_same_tags(game, again);
    fuzz_require(game->outcome == again->outcome, "a rewritten game has the same result");
    for (int i = 0; i < game->ply_count; i++) {
        const PdnPly *a = &game->plies[i], *b = &again->plies[i];
        fuzz_require(a->parent == b->parent && a->depth == b->depth && a->begins == b->begins,
                     "a rewritten move stands at the same place");
        fuzz_require(a->legal == b->legal && (!a->legal || move_equals(a->move, b->move)),
                     "a rewritten move is the same");
        fuzz_require(a->nag_count == b->nag_count && !memcmp(a->nags, b->nags, a->nag_count),
                     "a rewritten move has the same glyphs");
        /* A clock with a control character cannot be read, but perhaps with a blank instead. */
        fuzz_require(has_finding(game, PDN_FINDING_CLOCK) ||
                         (!memcmp(a->clock, b->clock, sizeof a->clock) && a->spent == b->spent),
                     "a rewritten move has the same clock");
    }
}

/* The same characters but for blanks. A comment that had no place of its own is taken for one of
 * the move before it when it is read again, and may then stand before that move's variations. */
static bool is_same_but_for_order(const TextBuffer *first, const TextBuffer *second) {
    int counts[256] = {0};
    for (size_t i = 0; i < first->length; i++)
        counts[(unsigned char)first->text[i]]++;
    for (size_t i = 0; i < second->length; i++)
        counts[(unsigned char)second->text[i]]--;
    for (int c = ' ' + 1; c < 256; c++)
        if (counts[c])
            return false;
    return true;
}

/* Writing turns control characters into blanks, which may make a bad tag a good one, and parts
 * words, so that "1-0abc", which is no move, ends in a result. */
static bool may_be_another(const PdnGame *game) {
    static const PdnFindingKind changing[] = {PDN_FINDING_CUT, PDN_FINDING_SETUP, PDN_FINDING_FEN,
                                              PDN_FINDING_VARIANT, PDN_FINDING_NOT_A_MOVE};
    for (size_t i = 0; i < sizeof changing / sizeof *changing; i++)
        if (has_finding(game, changing[i]))
            return true;
    return false;
}

/* The rewritten game reads back as the same tree and is written the same way again. */
static void check_rewritten(const PdnGame *game, VariantId variant) {
    TextBuffer text = {0}, second = {0};
    if (may_be_another(game))
        return;
    static const PdnStyle style = {.keep_illegal = true};
    fuzz_require(pdn_rewrite_game(game, &style, &text, NULL) >= 0, "a game can be rewritten");
    const PdnReadOptions options = {.rules = rules_get(variant)};
    PdnMemory memory = {.bytes = text_buffer_get(&text), .length = text.length};
    PdnReader *reader = pdn_reader_new(pdn_source_memory(&memory), &options, NULL);
    const PdnGame *again = NULL;
    fuzz_require(reader && pdn_reader_next(reader, &again, NULL) == 1,
                 "a rewritten game is a game");
    check_same_tree(game, again);
    fuzz_require(pdn_rewrite_game(again, &style, &second, NULL) >= 0 &&
                     is_same_but_for_order(&text, &second),
                 "there is one strict form");
    fuzz_require(pdn_reader_next(reader, &again, NULL) == 0, "a rewritten game is one game");
    pdn_reader_free(reader);
    text_buffer_done(&text);
    text_buffer_done(&second);
}

/* ---- repair ---- */

/* Whether a kind of finding cannot be left in a mended game. */
static bool is_always_mended(PdnFindingKind kind) {
    static const PdnFindingKind left[] = {
        PDN_FINDING_VARIANT,   PDN_FINDING_GAME_TYPE,       PDN_FINDING_FEN,
        PDN_FINDING_PIECES,    PDN_FINDING_RESULT_LAW,      PDN_FINDING_RESULT_OPEN,
        PDN_FINDING_AFTER_END, PDN_FINDING_RESULT_POSITION, PDN_FINDING_TAG_VALUE,
        PDN_FINDING_CLOCK,     PDN_FINDING_NUMBER_DIFFERS};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        if (kind == left[i])
            return false;
    return true;
}

/* Whether `whole` has the text but for what writing changes: braces and control characters. */
static bool has_text(const TextBuffer *whole, const char *text) {
    size_t length = strlen(text);
    for (size_t at = 0; at + length <= whole->length; at++) {
        size_t i = 0;
        while (i < length) {
            char due = text[i], found = whole->text[at + i];
            due = due == '{' ? '(' : due == '}' ? ')' : due;
            bool blank = (unsigned char)due <= ' ' || due == 0x7f;
            if (blank ? found != ' ' && found != '\n' : due != found)
                break;
            i++;
        }
        if (i == length)
            return true;
    }
    return length == 0;
}

/* A mended game is one game, clean where it is playable, with the same moves first, the same again
 * when it is mended again, and has all comments. */
static void check_mended(const PdnGame *game, VariantId variant) {
    /* Without its illegal moves a game may be one that the law decides: so no result is told anew
     * when it is mended again. */
    static const PdnStyle style = {.fill_result = true}, as_told = {0};
    const PdnReadOptions options = {.rules = rules_get(variant), .check = true};
    TextBuffer text = {0}, second = {0};
    int resolved;
    if (has_finding(game, PDN_FINDING_CUT))
        return;
    fuzz_require(pdn_repair_game(game, &style, &text, &resolved, NULL) >= 0,
                 "a game can be mended");
    PdnMemory memory = {.bytes = text_buffer_get(&text), .length = text.length};
    PdnReader *reader = pdn_reader_new(pdn_source_memory(&memory), &options, NULL);
    const PdnGame *again = NULL;
    fuzz_require(reader && pdn_reader_next(reader, &again, NULL) == 1, "a mended game is a game");
    int legal = game->playable ? record_plies(&game->record) : 0;
    fuzz_require(!game->playable || (again->playable && record_plies(&again->record) >= legal),
                 "legal moves stay");
    for (int i = 1; i <= legal; i++)
        fuzz_require(move_equals(again->record.entries[i].move, game->record.entries[i].move),
                     "legal moves are the same");
    for (int i = 0; game->playable && i < again->finding_count; i++)
        fuzz_require(!is_always_mended(again->findings[i].kind), "what can be mended is");
    for (int i = 0; i < game->comment_count; i++)
        fuzz_require(has_text(&text, game->comments[i].text), "a comment is lost");
    fuzz_require(may_be_another(game) ||
                     (pdn_repair_game(again, &as_told, &second, &resolved, NULL) >= 0 &&
                      is_same_but_for_order(&text, &second)),
                 "what is mended stays");
    fuzz_require(pdn_reader_next(reader, &again, NULL) == 0, "a mended game is one game");
    pdn_reader_free(reader);
    text_buffer_done(&text);
    text_buffer_done(&second);
}

/* Something that two readings of the same bytes agree in. */
typedef struct {
    uint64_t games, sum;
} Summary;

static void add_to_summary(Summary *summary, const PdnGame *game) {
    const uint64_t parts[] = {game->offset,
                              game->end_offset,
                              game->line,
                              (uint64_t)game->ply_count,
                              (uint64_t)game->result,
                              (uint64_t)game->comment_count,
                              (uint64_t)game->tag_count,
                              (uint64_t)game->finding_count};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        summary->sum = summary->sum * 0x9e3779b97f4a7c15u + parts[i];
}

static Summary read_all(PdnSource source, VariantId variant, size_t size, bool check) {
    const PdnReadOptions options = {.rules = rules_get(variant), .check = true};
    PdnReader *reader = pdn_reader_new(source, &options, NULL);
    const PdnGame *game;
    Summary summary = {0};
    uint64_t end = 0;
    int status = -1;
    while (reader && (status = pdn_reader_next(reader, &game, NULL)) > 0) {
        fuzz_require(game->index == ++summary.games, "games are counted");
        fuzz_require(game->offset >= end && game->end_offset > game->offset,
                     "a game begins behind the one before");
        end = game->end_offset;
        add_to_summary(&summary, game);
        if (!check)
            continue;
        check_plies(game, size);
        check_comments(game);
        check_findings(game, size);
        if (game->playable)
            check_written(game);
        check_rewritten(game, variant);
        check_mended(game, variant);
    }
    fuzz_require(status == 0, "every input can be read to its end");
    add_to_summary(&summary, game);
    pdn_reader_free(reader);
    return summary;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        PdnMemory memory = {.bytes = (const char *)data, .length = size};
        Dripping dripping = {.memory = memory};
        PdnSource source = {.read = read_dripping, .context = &dripping};
        Summary whole = read_all(pdn_source_memory(&memory), (VariantId)variant, size, true);
        Summary dripped = read_all(source, (VariantId)variant, size, false);
        fuzz_require(whole.games == dripped.games && whole.sum == dripped.sum,
                     "a reading does not depend on the source");
    }
    return 0;
}
