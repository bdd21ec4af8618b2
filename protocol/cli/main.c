/* SPDX-License-Identifier: MIT
 *
 * The program: finds the command and lets it do its work. Only this folder ends the process. */
#include "engine/base/version.h"
#include "protocol/cli/command.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *name;
    CommandFunction *run;
    const char *help;
} Command;

static const Command commands[] = {
    {"analyse", command_analyse, "search a position, or annotate a file of games"},
    {"play", command_play, "play against the engine on the terminal"},
    {"variants", command_variants, "list the games, or tell the laws of one"},
    {"moves", command_moves, "print the legal moves of a position"},
    {"perft", command_perft, "count the leaves of the move tree"},
    {"diagram", command_diagram, "draw a position as text, SVG or PNG"},
    {"match", command_match, "play engines against each other and tell which is stronger"},
    {"arbiter", command_arbiter, "watch games under a law book: events in, rulings out"},
    {"ballots", command_ballots, "list, show, make and grade the start positions of matches"},
    {"check", command_check, "tell what is wrong in PDN files, and mend it"},
    {"pdn", command_pdn, "convert, split, join and count games of PDN files"},
    {"find", command_find, "index games in PDN, and find positions, players and openings"},
    {"book", command_book, "make, show and check opening books"},
    {"endgame", command_endgame, "build, verify and ask endgame tables"},
    {"bench", command_bench, "search a fixed set of positions, or time the move generator"},
    {"hub", command_hub, "speak the Hub protocol, version 2, for a GUI"},
    {"hub1", command_hub1, "speak the Hub protocol, version 1, for an old GUI"},
    {"dxp", command_dxp, "play over the DamExchange protocol, by pipe or network"},
    {"selfplay", command_selfplay, "play games against itself to learn from"},
    {"train", command_train, "learn the weights of the evaluation from such games"},
    {"weights", command_weights, "show the weights that the program carries"},
};

enum {
    COMMAND_COUNT = sizeof commands / sizeof *commands
};

static int print_help(void) {
    printf("huff %s, a draughts engine\n\nusage: huff COMMAND [OPTION ...] [ARGUMENT ...]\n\n",
           version_get());
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  %-10s %s\n", commands[i].name, commands[i].help);
    printf("  %-10s %s\n", "help", "print this, or with a command's name the help of that command");
    printf("  %-10s %s\n", "version", "print the version");
    printf("\nWithout a command it is a console on a terminal; on a pipe it speaks what the first\n"
           "line shows: `hub`, a DXP message, or a console command.\n"
           "huff COMMAND --help lists the options of a command.\n");
    return EXIT_STATUS_OK;
}

static int print_version(void) {
    printf("huff %s\n", version_get());
    return EXIT_STATUS_OK;
}

static int refuse(const char *what, const char *word) {
    fprintf(stderr, "huff: %s \"%.40s\"\n", what, word);
    return EXIT_STATUS_USAGE;
}

static const Command *find_command(const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (!strcmp(commands[i].name, name))
            return &commands[i];
    return NULL;
}

static int run_help(const Command *command) {
    char option[] = "--help";
    char *arguments[] = {option, NULL};
    return command->run(1, arguments);
}

/* Output that could not be written is a failure even when the command itself knew of none. */
static int finish(int exit_status) {
    if ((fflush(stdout) || ferror(stdout)) && exit_status == EXIT_STATUS_OK) {
        fprintf(stderr, "huff: cannot write to standard output\n");
        return EXIT_STATUS_FAILED;
    }
    return exit_status;
}

/* A standard descriptor that is closed would be handed out for something else later and then be
 * taken for input or output. Instead it gives an end of input, or refuses to be written. */
static bool hold_standard_descriptors(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != fd)
            return false;
    return true;
}

int main(int argc, char **argv) {
    if (!hold_standard_descriptors())
        return EXIT_STATUS_FAILED;
    /* A command that only prints ends with its reader, also when started with the signal ignored;
     * the doors ignore it and see writes fail. */
    signal(SIGPIPE, SIG_DFL);
    /* A file at its size limit shows as a failed write, like a full disk. */
    signal(SIGXFSZ, SIG_IGN);
    if (argc < 2)
        return finish(command_converse());
    const char *name = argv[1];
    bool help = !strcmp(name, "help") || !strcmp(name, "--help") || !strcmp(name, "-h");
    bool version = !strcmp(name, "version") || !strcmp(name, "--version");
    if (help && argc == 2)
        return finish(print_help());
    if (version && argc == 2)
        return finish(print_version());
    if (version)
        return refuse("takes no argument, but got", argv[2]);
    if (help)
        name = argv[2];
    const Command *command = find_command(name);
    if (!command)
        return refuse("no such command (see huff help):", name);
    if (help)
        return finish(run_help(command));
    return finish(command->run(argc - 2, argv + 2));
}
