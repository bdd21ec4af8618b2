/* SPDX-License-Identifier: MIT */
#include "engine/learn/sample_code_internal.h"

#include "engine/eval/score.h"

enum {
    GAME_HEAD = 2,   /* bytes before the samples of a game */
    SAMPLE_HEAD = 5, /* bytes before the board of a sample */
    PIECE_ENEMY = 1,
    PIECE_KING = 2,
    PIECES_A_BYTE = 4,
};

void sample_code_put16(TextBuffer *out, unsigned value) {
    char bytes[2] = {(char)(value & 0xff), (char)(value >> 8 & 0xff)};
    text_buffer_append(out, bytes, sizeof bytes);
}

void sample_code_put32(TextBuffer *out, uint32_t value) {
    sample_code_put16(out, value & 0xffff);
    sample_code_put16(out, value >> 16);
}

unsigned sample_code_get16(const unsigned char *bytes) {
    return bytes[0] | (unsigned)bytes[1] << 8;
}

uint32_t sample_code_get32(const unsigned char *bytes) {
    return sample_code_get16(bytes) | (uint32_t)sample_code_get16(bytes + 2) << 16;
}

static int piece_at(const Board *board, Bitboard bit) {
    int piece = board_pieces(board, COLOR_BLACK) & bit ? PIECE_ENEMY : 0;
    bool king = (board->kings[COLOR_WHITE] | board->kings[COLOR_BLACK]) & bit;
    return king ? piece | PIECE_KING : piece;
}

static void write_board(TextBuffer *out, const Geometry *geometry, const Board *board) {
    unsigned char occupied[(SQUARE_COUNT_MAX + 7) / 8] = {0};
    unsigned char pieces[(SQUARE_COUNT_MAX + PIECES_A_BYTE - 1) / PIECES_A_BYTE] = {0};
    int count = 0;
    for (int square = 1; square <= geometry->square_count; square++) {
        Bitboard bit = geometry_square_bit(geometry, square);
        if (!(board_occupied(board) & bit))
            continue;
        occupied[(square - 1) / 8] |= (unsigned char)(1 << (square - 1) % 8);
        pieces[count / PIECES_A_BYTE] |=
            (unsigned char)(piece_at(board, bit) << count % PIECES_A_BYTE * 2);
        count++;
    }
    text_buffer_append(out, (const char *)occupied, (size_t)(geometry->square_count + 7) / 8);
    text_buffer_append(out, (const char *)pieces,
                       (size_t)(count + PIECES_A_BYTE - 1) / PIECES_A_BYTE);
}

void sample_code_write(TextBuffer *out, const Geometry *geometry, const TrainingGame *game) {
    sample_code_put16(out, (unsigned)game->sample_count);
    for (int i = 0; i < game->sample_count; i++) {
        const Sample *sample = &game->samples[i];
        char result = (char)(sample->result + 1);
        text_buffer_append(out, &result, 1);
        sample_code_put16(out, (uint16_t)sample->score);
        sample_code_put16(out, sample->ply);
        write_board(out, geometry, &sample->board);
    }
}

/* Reads a board; false when it does not fit before `end` or no game can have it. */
static bool read_board(const unsigned char **bytes, const unsigned char *end, const Rules *rules,
                       Board *ret_board) {
    const Geometry *geometry = rules_geometry(rules);
    const unsigned char *occupied = *bytes;
    size_t occupied_length = (size_t)(geometry->square_count + 7) / 8;
    if ((size_t)(end - occupied) < occupied_length)
        return false;
    const unsigned char *pieces = occupied + occupied_length;
    Board board = {0};
    size_t count = 0;
    for (int square = 1; square <= geometry->square_count; square++) {
        if (!(occupied[(square - 1) / 8] >> (square - 1) % 8 & 1))
            continue;
        if ((size_t)(end - pieces) <= count / PIECES_A_BYTE)
            return false;
        int piece = pieces[count / PIECES_A_BYTE] >> count % PIECES_A_BYTE * 2 & 3;
        Bitboard *set = piece & PIECE_KING ? board.kings : board.men;
        set[piece & PIECE_ENEMY ? COLOR_BLACK : COLOR_WHITE] |=
            geometry_square_bit(geometry, square);
        count++;
    }
    *bytes = pieces + (count + PIECES_A_BYTE - 1) / PIECES_A_BYTE;
    *ret_board = board;
    return !(board.men[COLOR_WHITE] & rules_crowning_mask(rules, COLOR_WHITE)) &&
           !(board.men[COLOR_BLACK] & rules_crowning_mask(rules, COLOR_BLACK));
}

static bool read_sample(const unsigned char **bytes, const unsigned char *end, const Rules *rules,
                        Sample *ret_sample) {
    const unsigned char *head = *bytes;
    if (end - head < SAMPLE_HEAD || head[0] > 2)
        return false;
    *bytes += SAMPLE_HEAD;
    ret_sample->result = (int8_t)(head[0] - 1);
    ret_sample->score = (int16_t)sample_code_get16(head + 1);
    ret_sample->ply = (uint16_t)sample_code_get16(head + 3);
    return abs(ret_sample->score) <= SCORE_EVAL_MAX &&
           read_board(bytes, end, rules, &ret_sample->board);
}

int sample_code_read(const unsigned char **bytes, const unsigned char *end, const Rules *rules,
                     uint32_t game, Sample *samples, size_t room) {
    const unsigned char *head = *bytes;
    if (end - head < GAME_HEAD)
        return -1;
    unsigned count = sample_code_get16(head);
    if (count > room)
        return -1;
    *bytes += GAME_HEAD;
    for (unsigned i = 0; i < count; i++) {
        samples[i].game = game;
        if (!read_sample(bytes, end, rules, &samples[i]))
            return -1;
    }
    return (int)count;
}
