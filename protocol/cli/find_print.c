/* SPDX-License-Identifier: MIT */
#include "protocol/cli/find_print.h"

#include "engine/base/escape.h"
#include "engine/notation/board_text.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "engine/notation/pdn_write.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- JSON ---- */

static void print_field(const char *name, const char *text) {
    TextBuffer buffer = {0};
    escape_json(&buffer, text);
    printf("\"%s\":%s,", name, *text ? text_buffer_get(&buffer) : "null");
    text_buffer_done(&buffer);
}

static void print_json_hit(const GamesHit *hit) {
    char fen[FEN_SIZE];
    printf("{\"id\":%" PRId64 ",", hit->id);
    print_field("file", hit->path);
    printf("\"number\":%" PRIu64 ",\"line\":%" PRIu64 ",\"variant\":\"%s\",", hit->number,
           hit->line, hit->rules->name);
    print_field("white", hit->white);
    print_field("black", hit->black);
    print_field("event", hit->event);
    print_field("site", hit->site);
    print_field("date", hit->date);
    print_field("round", hit->round);
    print_field("result", hit->result);
    printf("\"plies\":%d,\"broken\":%s,", hit->plies, hit->broken ? "true" : "false");
    if (hit->ply < 0)
        puts("\"ply\":null,\"fen\":null}");
    else
        printf("\"ply\":%d,\"fen\":\"%s\"}\n", hit->ply,
               fen_write(&hit->record->entries[hit->ply].position, NULL, fen));
}

/* ---- text ---- */

/* Texts come from files: what could steer a terminal is not printed. */
static void print_text(const char *before, const char *text, const char *otherwise) {
    if (!*text && !*otherwise)
        return;
    fputs(before, stdout);
    for (const char *c = *text ? text : otherwise; *c; c++)
        putchar((unsigned char)*c < ' ' || *c == 0x7f ? ' ' : *c);
}

static void print_text_hit(const GamesHit *hit, bool diagram) {
    const char *slash = strrchr(hit->path, '/');
    printf("%" PRId64, hit->id);
    print_text("  ", hit->white, "?");
    print_text(" - ", hit->black, "?");
    print_text("  ", hit->result, "*");
    print_text("  ", hit->date, "");
    print_text("  ", hit->event, "");
    print_text(", ", hit->site, "");
    print_text("  ", slash ? slash + 1 : hit->path, "");
    printf(":%" PRIu64 "  ", hit->line);
    if (hit->ply >= 0)
        printf("ply %d of ", hit->ply);
    printf("%d%s%s\n", hit->plies, hit->ply < 0 ? " plies" : "",
           hit->broken ? ", the rest cannot be read" : "");
    if (diagram) {
        char board[BOARD_TEXT_SIZE];
        int ply = hit->ply < 0 ? hit->plies : hit->ply;
        puts(board_text_write(&hit->record->entries[ply].position, board));
    }
}

void find_print_end(const FindPrint *print, uint64_t found, double seconds) {
    if (print->json) {
        printf("{\"found\":%" PRIu64 ",\"shown\":%" PRIu64 ",\"seconds\":%.6f}\n", found,
               print->shown, seconds);
        return;
    }
    printf("%" PRIu64 " game%s", found, found == 1 ? "" : "s");
    if (print->shown < found)
        printf(", the first %" PRIu64 " of them shown (--limit 0 shows all)", print->shown);
    printf("; %.1f ms\n", seconds * 1000);
}

/* ---- PDN ---- */

static void note_break(void *context, int ply, TextBuffer *note) {
    const GamesHit *hit = context;
    if (hit->broken && ply == hit->plies)
        text_buffer_printf(note, "the moves behind this one could not be read or are illegal");
}

static const char *known(const char *text) {
    return *text ? text : NULL;
}

static Status write_pdn(const GamesHit *hit, TextBuffer *buffer, Error *error) {
    enum {
        EXTRA_MAX = 1000
    };
    PdnExtraTag extra[EXTRA_MAX];
    PdnTags tags = {
        .event = known(hit->event),
        .site = known(hit->site),
        .date = known(hit->date),
        .round = known(hit->round),
        .white = known(hit->white),
        .black = known(hit->black),
        .extra = extra,
        .note = hit->broken ? note_break : NULL,
    };
    GamesHit copy = *hit;
    tags.note_context = &copy;
    for (const char *const *next = hit->extra; *next && tags.extra_count < EXTRA_MAX; next += 2)
        extra[tags.extra_count++] = (PdnExtraTag){next[0], next[1]};
    return pdn_write_game(hit->record, &tags, hit->outcome, buffer, error);
}

Status find_print_pdn(void *context, const GamesHit *hit, Error *error) {
    (void)context;
    TextBuffer buffer = {0};
    Status status = write_pdn(hit, &buffer, error);
    if (status == STATUS_OK)
        fwrite(text_buffer_get(&buffer), 1, buffer.length, stdout);
    text_buffer_done(&buffer);
    return status;
}

static Status add_pdn(const FindPrint *print, const GamesHit *hit, Error *error) {
    if (file_is_same(print->pdn_path, hit->path))
        return error_set(error, STATUS_STATE,
                         "--pdn %s: the index has games of this file, which would be lost: write "
                         "another one",
                         print->pdn_path);
    TextBuffer buffer = {0};
    Status status = write_pdn(hit, &buffer, error);
    if (status == STATUS_OK)
        status = file_writer_add(print->pdn, text_buffer_get(&buffer), buffer.length, error);
    text_buffer_done(&buffer);
    return status;
}

Status find_print_hit(void *context, const GamesHit *hit, Error *error) {
    FindPrint *print = context;
    if (print->shown < print->limit) {
        print->shown++;
        if (print->json)
            print_json_hit(hit);
        else
            print_text_hit(hit, print->diagram);
    }
    return print->pdn ? add_pdn(print, hit, error) : STATUS_OK;
}

/* ---- trees ---- */

/* Points of the side to move in hundredths of those it could make; -1 when no game has a result. */
static double get_points(const GamesMove *move, Color turn) {
    uint64_t won = turn == COLOR_WHITE ? move->white_won : move->black_won;
    uint64_t decided = move->white_won + move->drawn + move->black_won;
    return decided ? ((double)won + (double)move->drawn / 2) * 100 / (double)decided : -1;
}

static void print_json_counts(const GamesMove *move, Color turn) {
    double points = get_points(move, turn);
    printf("\"games\":%" PRIu64 ",\"white\":%" PRIu64 ",\"draw\":%" PRIu64 ",\"black\":%" PRIu64,
           move->games, move->white_won, move->drawn, move->black_won);
    if (points < 0)
        printf(",\"points\":null}\n");
    else
        printf(",\"points\":%.1f}\n", points);
}

static void print_json_tree(const GamesQuery *query, const GamesTree *tree) {
    char fen[FEN_SIZE], move[MOVE_TEXT_SIZE];
    Color turn = (Color)query->position->turn;
    for (int i = 0; i < tree->count; i++) {
        printf("{\"move\":\"%s\",",
               move_text_write_hub(query->position, tree->moves[i].move, move));
        print_json_counts(&tree->moves[i], turn);
    }
    printf("{\"fen\":\"%s\",", fen_write(query->position, NULL, fen));
    print_json_counts(&tree->all, turn);
}

static void print_row(const char *name, const GamesMove *move, uint64_t all, Color turn) {
    double points = get_points(move, turn);
    printf("%-10s %8" PRIu64 " %6.1f%% %8" PRIu64 " %8" PRIu64 " %8" PRIu64, name, move->games,
           all ? (double)move->games * 100 / (double)all : 0.0, move->white_won, move->drawn,
           move->black_won);
    if (points < 0)
        printf("        -\n");
    else
        printf(" %7.1f%%\n", points);
}

void find_print_tree(bool json, const GamesQuery *query, const GamesTree *tree) {
    Color turn = (Color)query->position->turn;
    if (json) {
        print_json_tree(query, tree);
        return;
    }
    printf("move          games   share    White     draw    Black  %s\n",
           turn == COLOR_WHITE ? "White's" : "Black's");
    for (int i = 0; i < tree->count; i++) {
        char move[MOVE_TEXT_SIZE];
        print_row(move_text_write(query->position, tree->moves[i].move, move), &tree->moves[i],
                  tree->all.games, turn);
    }
    print_row("all", &tree->all, tree->all.games, turn);
}

/* ---- the index ---- */

void find_print_report(bool json, const GamesReport *report) {
    if (json) {
        printf("{\"read\":%" PRIu64 ",\"unchanged\":%" PRIu64 ",\"removed\":%" PRIu64
               ",\"games\":%" PRIu64 ",\"positions\":%" PRIu64 ",\"skipped\":%" PRIu64 "}\n",
               report->files_read, report->files_unchanged, report->files_removed, report->games,
               report->positions, report->skipped);
        return;
    }
    printf("files: %" PRIu64 " read, %" PRIu64 " unchanged, %" PRIu64 " removed; read: %" PRIu64
           " games, %" PRIu64 " positions\n",
           report->files_read, report->files_unchanged, report->files_removed, report->games,
           report->positions);
    if (report->skipped > 0)
        printf("left out: %" PRIu64 " games of an unknown variant or with a start that cannot be "
               "read\n",
               report->skipped);
}

static void print_file(void *context, const GamesFile *file) {
    const bool *json = context;
    if (*json) {
        fputs("{", stdout);
        print_field("file", file->path);
        printf("\"variant\":\"%s\",\"games\":%" PRIu64 ",\"skipped\":%" PRIu64 "}\n", file->variant,
               file->games, file->skipped);
    } else {
        print_text("", file->path, "");
        printf(": %" PRIu64 " games\n", file->games);
    }
}

Status find_print_info(bool json, Games *games, Error *error) {
    GamesInfo info;
    Status status = games_get_info(games, &info, error);
    if (status == STATUS_OK)
        status = games_list_files(games, print_file, &json, error);
    if (status < 0)
        return status;
    if (json)
        printf("{\"files\":%" PRIu64 ",\"games\":%" PRIu64 ",\"skipped\":%" PRIu64
               ",\"positions\":%" PRIu64 ",\"players\":%" PRIu64 ",\"bytes\":%" PRIu64 "}\n",
               info.files, info.games, info.skipped, info.positions, info.players, info.bytes);
    else
        printf("%" PRIu64 " files, %" PRIu64 " games (%" PRIu64 " more left out), %" PRIu64
               " positions, %" PRIu64 " players, %" PRIu64 " bytes\n",
               info.files, info.games, info.skipped, info.positions, info.players, info.bytes);
    return STATUS_OK;
}
