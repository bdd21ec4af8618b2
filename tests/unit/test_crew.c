/* SPDX-License-Identifier: MIT
 *
 * Crews: every task is done once, in every round, with any number of members. */
#include "engine/base/crew.h"
#include "tests/unit/suite.h"

#include <stdatomic.h>

enum {
    TASKS = 1000,
    ROUNDS = 50,
};

typedef struct {
    atomic_int done[TASKS];
    atomic_int members_seen[CREW_THREADS_MAX];
} Count;

static void count_task(void *context, int member, size_t task) {
    Count *count = context;
    atomic_fetch_add(&count->done[task], 1);
    atomic_fetch_add(&count->members_seen[member], 1);
}

START_TEST(test_tasks) {
    static const int sizes[] = {1, 2, 3, 8};
    static Count count;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        Crew *crew;
        ck_assert_int_eq(crew_new(sizes[s], &crew, NULL), STATUS_OK);
        ck_assert_int_eq(crew_threads(crew), sizes[s]);
        for (int i = 0; i < TASKS; i++)
            atomic_store(&count.done[i], 0);
        for (int round = 0; round < ROUNDS; round++)
            crew_run(crew, TASKS, count_task, &count);
        crew_run(crew, 0, count_task, &count);
        for (int i = 0; i < TASKS; i++)
            ck_assert_int_eq(atomic_load(&count.done[i]), ROUNDS);
        crew_free(crew);
    }
    for (int i = 8; i < CREW_THREADS_MAX; i++)
        ck_assert_int_eq(atomic_load(&count.members_seen[i]), 0);
}
END_TEST

START_TEST(test_range) {
    Crew *crew;
    Error error;
    ck_assert_int_eq(crew_new(0, &crew, &error), STATUS_RANGE);
    ck_assert_int_eq(crew_new(CREW_THREADS_MAX + 1, &crew, &error), STATUS_RANGE);
    crew_free(NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("crew");
    TCase *tcase = tcase_create("crew");
    tcase_add_test(tcase, test_tasks);
    tcase_add_test(tcase, test_range);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
