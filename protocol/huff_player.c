/* SPDX-License-Identifier: MIT */
#include "protocol/huff_player.h"

/* Tuned by hand, not measured one by one; centimen, or shares of the turn's limits. */
enum {
    LOST_SCORE = -20000,   /* no turn is left */
    OFFER_GAIN_LEAST = 15, /* what an offer has to gain if it is let stand */
    OFFER_EDGE_LEAST = 5,  /* and what it has to gain on the average */
    SCORE_MOST = 500,      /* as much as counts on the average, of won positions too */
    TRIED_MAX = 3,         /* offers looked at for each answer */
};
/* Before the first offer an adversary is taken to have let half an offer of four stand. */
static const double prior_stood = 0.5, prior_offers = 4;
static const double share_of_taking = 0.55; /* of the search of captures, when there are some */
static const double share_of_offers = 0.2;  /* of the first look at all offers together */

/* A search that ended. */
typedef struct {
    Move best;
    int score;
    uint64_t nodes;
} Found;

typedef struct {
    Session *session;
    const GameRecord *record;
    const HuffAdversary *adversary;
    SearchLimits limits; /* of the whole turn, without a clock */
    uint64_t nodes;
    Error *error;
} Thinker;

/* An offer and what it is worth, the player's view. */
typedef struct {
    Move move;
    HuffPosition after;
    int stood; /* if the adversary lets it stand */
} Offer;

typedef struct {
    int count;
    Offer offers[MOVE_LIST_CAPACITY];
} OfferList;

static void on_done(void *context, const SearchResult *result) {
    Found *found = context;
    *found = (Found){result->best, result->score, result->nodes};
}

static SearchLimits share_limits(const SearchLimits *limits, double share) {
    SearchLimits part = *limits;
    part.nodes = (uint64_t)((double)limits->nodes * share);
    if (part.nodes < 1)
        part.nodes = 1;
    part.move_time = limits->move_time * share;
    return part;
}

/* A clock for the game is spread over the moves here, since the search knows of its part only. */
static SearchLimits spread_clock(const SearchLimits *limits) {
    enum {
        MOVES_LEFT = 30
    };
    SearchLimits result = *limits;
    if (!limits->has_clock)
        return result;
    double seconds = limits->clock_time / MOVES_LEFT + limits->clock_increment / 2;
    if (!result.has_move_time || seconds < result.move_time)
        result.move_time = seconds;
    result.has_move_time = true;
    result.has_clock = result.has_moves = false;
    return result;
}

static Status set_up(const Thinker *thinker, const Position *position) {
    const GameRecord *record = thinker->record;
    Status status;
    if (!record || !position_equals(record_current(record), position))
        return session_set_position(thinker->session, position, thinker->error);
    status = session_set_position(thinker->session, &record->entries[0].position, thinker->error);
    for (int i = 1; i < record->count && status >= 0; i++)
        status = session_play(thinker->session, record->entries[i].move, thinker->error);
    return status;
}

/* Searches today's game from the position with a share of the turn's limits. */
static Status search(Thinker *thinker, const Position *position, double share, Found *ret_found) {
    if (!movegen_has_move(position)) {
        *ret_found = (Found){move_none(), LOST_SCORE, 0};
        return STATUS_OK;
    }
    SearchLimits limits = share_limits(&thinker->limits, share);
    SearchEvents events = {.on_done = on_done, .context = ret_found};
    Status status = set_up(thinker, position);
    if (status >= 0)
        status = session_think(thinker->session, &limits, SEARCH_ANALYSE, &events, thinker->error);
    if (status < 0)
        return status;
    session_wait(thinker->session);
    thinker->nodes += ret_found->nodes;
    return STATUS_OK;
}

/* ---- What to do about the adversary's omission ---- */

/* Compares the ways to go on; `ret_chosen` is the position to move in, unless it is compel. */
static Status choose(Thinker *thinker, const HuffPosition *position, HuffTurn *turn,
                     HuffPosition *ret_chosen) {
    Found found;
    int ways = 1 + bits_count(position->huffable) + position->may_compel;
    double share = share_of_taking / ways;
    Status status = search(thinker, &position->position, share, &found);
    huff_stand(position, ret_chosen);
    *turn = (HuffTurn){.choice = HUFF_CHOICE_STAND, .move = found.best, .score = found.score};
    for (Bitboard cells = position->huffable; cells && status >= 0; cells = bits_rest(cells)) {
        HuffPosition next;
        huff_take(position, bits_first(cells), &next);
        status = search(thinker, &next.position, share, &found);
        if (status < 0 || found.score <= turn->score)
            continue;
        *turn = (HuffTurn){.choice = HUFF_CHOICE_TAKE,
                           .cell = bits_first(cells),
                           .move = found.best,
                           .score = found.score};
        *ret_chosen = next;
    }
    if (status < 0 || !position->may_compel)
        return status;
    status = search(thinker, &position->before, share, &found);
    if (status >= 0 && -found.score > turn->score)
        *turn = (HuffTurn){.choice = HUFF_CHOICE_COMPEL, .score = -found.score};
    return status;
}

/* ---- What to leave out ---- */

static void insert_offer(OfferList *list, const Offer *offer) {
    int at = list->count++;
    for (; at > 0 && list->offers[at - 1].stood < offer->stood; at--)
        list->offers[at] = list->offers[at - 1];
    list->offers[at] = *offer;
}

/* All moves that may be huffed, the best first if they are let stand. */
static Status list_offers(Thinker *thinker, const HuffPosition *position, OfferList *list) {
    MoveList moves;
    Status status = STATUS_OK;
    int count = 0;
    huff_generate(position, &moves);
    for (int i = 0; i < moves.count; i++) {
        HuffPosition next;
        huff_make(position, moves.moves[i], &next);
        count += next.huffable != 0;
    }
    for (int i = 0; i < moves.count && status >= 0; i++) {
        Offer offer = {.move = moves.moves[i]};
        Found found;
        huff_make(position, offer.move, &offer.after);
        if (!offer.after.huffable)
            continue;
        status = search(thinker, &offer.after.position, share_of_offers / count, &found);
        offer.stood = -found.score;
        if (status >= 0)
            insert_offer(list, &offer);
    }
    return status;
}

/* What is left when the adversary huffs as well as he can. */
static Status judge_huffs(Thinker *thinker, const Offer *offer, double share, int *ret_score) {
    Status status = STATUS_OK;
    int worst = -LOST_SCORE;
    Bitboard cells = offer->after.huffable;
    share /= bits_count(cells);
    for (; cells && status >= 0; cells = bits_rest(cells)) {
        HuffPosition next;
        Found found;
        huff_take(&offer->after, bits_first(cells), &next);
        status = search(thinker, &next.position, share, &found);
        if (status >= 0 && -found.score < worst)
            worst = -found.score;
    }
    *ret_score = worst;
    return status;
}

static double clamp(int score) {
    return score > SCORE_MOST ? SCORE_MOST : score < -SCORE_MOST ? -SCORE_MOST : score;
}

/* What an offer is worth on the average, when `taking` is what compel leads to. */
static double weigh(const Thinker *thinker, const Offer *offer, int huffed, int taking) {
    const HuffAdversary *adversary = thinker->adversary;
    double stood = prior_stood + adversary->stood;
    double likely = stood / (prior_offers + adversary->stood + adversary->punished);
    int other = offer->after.may_compel ? taking : offer->stood;
    double answered = clamp(huffed < other ? huffed : other);
    return likely * clamp(offer->stood) + (1 - likely) * answered;
}

static Status offer(Thinker *thinker, const HuffPosition *position, HuffTurn *turn) {
    OfferList list = {0};
    double share = (1 - share_of_taking - share_of_offers) / TRIED_MAX;
    double best = clamp(turn->score) + OFFER_EDGE_LEAST;
    int taking = turn->score;
    Status status = list_offers(thinker, position, &list);
    for (int i = 0; i < list.count && i < TRIED_MAX && status >= 0; i++) {
        int huffed;
        if (list.offers[i].stood < taking + OFFER_GAIN_LEAST)
            break;
        status = judge_huffs(thinker, &list.offers[i], share, &huffed);
        double worth = status < 0 ? 0 : weigh(thinker, &list.offers[i], huffed, taking);
        if (status < 0 || worth < best)
            continue;
        best = worth;
        turn->move = list.offers[i].move;
        turn->offers = true;
    }
    return status;
}

void huff_adversary_note(HuffAdversary *adversary, HuffChoice choice) {
    adversary->stood += choice == HUFF_CHOICE_STAND;
    adversary->punished += choice != HUFF_CHOICE_STAND;
}

/* ---- The turn ---- */

/* Nothing is to be chosen, nor can anything be left out: one search is the whole turn. */
static Status think_plainly(Thinker *thinker, const Position *position, HuffTurn *turn) {
    Found found;
    Status status = search(thinker, position, 1, &found);
    *turn = (HuffTurn){.choice = HUFF_CHOICE_STAND, .move = found.best, .score = found.score};
    return status;
}

Status huff_player_think(Session *session, const HuffPosition *position, const GameRecord *record,
                         const SearchLimits *limits, bool knows_huff,
                         const HuffAdversary *adversary, HuffTurn *ret_turn, Error *error) {
    Thinker thinker = {session, record, adversary, spread_clock(limits), 0, error};
    HuffPosition chosen = *position;
    Color turn = (Color)position->position.turn;
    bool chooses = position->huffable != 0 && knows_huff;
    bool can_take = movegen_has_capture(&position->position, turn);
    Status status;
    if (!knows_huff || (!chooses && (!can_take || position->compelled)))
        status = think_plainly(&thinker, &position->position, ret_turn);
    else
        status = choose(&thinker, position, ret_turn, &chosen);
    if (status >= 0 && knows_huff && ret_turn->choice != HUFF_CHOICE_COMPEL && !chosen.compelled &&
        movegen_has_capture(&chosen.position, turn))
        status = offer(&thinker, &chosen, ret_turn);
    ret_turn->nodes = thinker.nodes;
    return status;
}
