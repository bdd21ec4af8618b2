/* SPDX-License-Identifier: MIT */
#include "book/book.h"

#include "book/block_internal.h"
#include "book/embedded_internal.h"
#include "book/format_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

struct Book {
    const Rules *rules;
    const unsigned char *bytes;
    size_t length;
    bool mapped;
    int count;
    int block_count;
    size_t blocks_start; /* offset of the first block */
    FormatRow *rows;
    BookRecipe recipe;
};

/* ---- opening ---- */

/* Everything that a header can say wrong, before the checksum: what is cut off or too new has a
 * better reason than damage. */
static Status check_header(const FormatHeader *header, size_t length, const Rules *rules,
                           const char *name, Error *error) {
    if (header->version != FORMAT_VERSION)
        return error_set(error, STATUS_SYNTAX,
                         "%s is a book of format version %d; this program reads version %d", name,
                         header->version, FORMAT_VERSION);
    if (header->length != length)
        return error_set(error, STATUS_SYNTAX,
                         "%s has %zu bytes where its header says %llu: it is cut off or damaged",
                         name, length, (unsigned long long)header->length);
    uint64_t blocks = ((uint64_t)header->entry_count + BLOCK_ENTRIES - 1) / BLOCK_ENTRIES;
    uint64_t least = FORMAT_HEADER_SIZE + (uint64_t)header->recipe_length +
                     (uint64_t)header->block_count * format_row_size(rules);
    if (header->entry_count > FORMAT_ENTRIES_MAX || header->block_count != blocks ||
        least > length || header->recipe_length > BOOK_RECIPE_MAX)
        return error_set(error, STATUS_SYNTAX, "%s is damaged: its counts do not fit its length",
                         name);
    if (strncmp(header->variant, rules->name, FORMAT_NAME_SIZE) != 0)
        return error_set(error, STATUS_STATE, "%s is a book of %.*s, not of %s", name,
                         FORMAT_NAME_SIZE, header->variant, rules->name);
    return STATUS_OK;
}

static Status check_bytes(const unsigned char *bytes, size_t length, const Rules *rules,
                          const char *name, FormatHeader *ret_header, Error *error) {
    Error reason;
    if (length < FORMAT_HEADER_SIZE)
        return error_set(error, STATUS_SYNTAX, "%s has %zu bytes: too few for a book", name,
                         length);
    Status status = format_read_header(bytes, ret_header, &reason);
    if (status < 0)
        return error_set(error, status, "%s is %s", name, reason.text);
    uint32_t checksum = format_compute_checksum(bytes, length);
    if (ret_header->version == FORMAT_VERSION && ret_header->length == length &&
        checksum != ret_header->checksum)
        return error_set(error, STATUS_SYNTAX,
                         "%s is damaged: its checksum is %08x where its header says %08x", name,
                         (unsigned)checksum, (unsigned)ret_header->checksum);
    return check_header(ret_header, length, rules, name, error);
}

/* The directory must lead through all blocks in order and to their end. */
static Status read_directory(Book *book, const unsigned char *rows, const char *name,
                             Error *error) {
    size_t end = 0, room = book->length - book->blocks_start;
    for (int i = 0; i < book->block_count; i++) {
        FormatRow *row = &book->rows[i];
        format_read_row(book->rules, rows + (size_t)i * format_row_size(book->rules), row);
        if (row->offset != end || row->length > room - end ||
            (i && book_compare(&book->rows[i - 1].first, &row->first) >= 0))
            return error_set(error, STATUS_SYNTAX, "%s is damaged: block %d of its directory", name,
                             i);
        end += row->length;
    }
    if (end != room)
        return error_set(error, STATUS_SYNTAX, "%s is damaged: %zu bytes follow its blocks", name,
                         room - end);
    return STATUS_OK;
}

/* Takes over the mapping, which is undone on failure too. */
static Status open_checked(const unsigned char *bytes, size_t length, bool mapped, const char *name,
                           const Rules *rules, Book **ret_book, Error *error) {
    FormatHeader header;
    Book *book = calloc(1, sizeof *book);
    if (!book) {
        if (mapped)
            munmap((void *)bytes, length);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a book");
    }
    *book = (Book){.rules = rules, .bytes = bytes, .length = length, .mapped = mapped};
    Status status = check_bytes(bytes, length, rules, name, &header, error);
    if (status == STATUS_OK) {
        book->count = (int)header.entry_count;
        book->block_count = (int)header.block_count;
        memcpy(book->recipe.text, bytes + FORMAT_HEADER_SIZE, header.recipe_length);
        size_t directory = (size_t)FORMAT_HEADER_SIZE + header.recipe_length;
        book->blocks_start = directory + (size_t)book->block_count * format_row_size(rules);
        book->rows = calloc((size_t)book->block_count + 1, sizeof *book->rows);
        status = book->rows ? read_directory(book, bytes + directory, name, error)
                            : error_set(error, STATUS_NO_MEMORY, "no memory for a book");
    }
    if (status < 0)
        book_close(book);
    else
        *ret_book = book;
    return status;
}

Status book_open_bytes(const unsigned char *bytes, size_t length, const char *name,
                       const Rules *rules, Book **ret_book, Error *error) {
    return open_checked(bytes, length, false, name, rules, ret_book, error);
}

static Status refuse_file(const char *path, Error *error) {
    return error_set(error, STATUS_IO, "cannot read the book %s: %s", path, strerror(errno));
}

Status book_open(const char *path, const Rules *rules, Book **ret_book, Error *error) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return refuse_file(path, error);
    struct stat info;
    void *bytes = MAP_FAILED;
    Status status = STATUS_OK;
    if (fstat(fd, &info) != 0)
        status = refuse_file(path, error);
    else if (!S_ISREG(info.st_mode) || info.st_size == 0)
        status = error_set(error, STATUS_SYNTAX, "%s is not a book: it is %s", path,
                           S_ISREG(info.st_mode) ? "empty" : "not an ordinary file");
    else if ((bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0)) ==
             MAP_FAILED)
        status = refuse_file(path, error);
    close(fd);
    if (status < 0)
        return status;
    return open_checked(bytes, (size_t)info.st_size, true, path, rules, ret_book, error);
}

Status book_open_embedded(const Rules *rules, Book **ret_book, Error *error) {
    const EmbeddedFile *embedded = embedded_books;
    for (; embedded->name; embedded++)
        if (!strcmp(embedded->name, rules->name))
            return book_open_bytes(embedded->bytes, embedded->length, "the program's own book",
                                   rules, ret_book, error);
    *ret_book = NULL;
    return STATUS_OK;
}

void book_close(Book *book) {
    if (!book)
        return;
    if (book->mapped)
        munmap((void *)book->bytes, book->length);
    free(book->rows);
    free(book);
}

const Rules *book_get_rules(const Book *book) {
    return book->rules;
}

int book_get_count(const Book *book) {
    return book->count;
}

size_t book_get_size(const Book *book) {
    return book->length;
}

const char *book_get_recipe(const Book *book) {
    return book->recipe.text;
}

/* ---- reading ---- */

/* Room for one block, in all its forms. */
typedef struct {
    BookEntry entries[BLOCK_ENTRIES];
    unsigned char plain[BLOCK_BYTES_MAX];
} Room;

static int count_of_block(const Book *book, int block) {
    int before = block * BLOCK_ENTRIES;
    return book->count - before < BLOCK_ENTRIES ? book->count - before : BLOCK_ENTRIES;
}

static Status read_block(const Book *book, int block, Room *room, Error *error) {
    const FormatRow *row = &book->rows[block];
    int count = count_of_block(book, block);
    size_t length = ZSTD_decompress(room->plain, sizeof room->plain,
                                    book->bytes + book->blocks_start + row->offset, row->length);
    if (ZSTD_isError(length))
        return error_set(error, STATUS_SYNTAX, "block %d of the book is damaged: %s", block,
                         ZSTD_getErrorName(length));
    Error reason;
    Status status = block_read(book->rules, room->plain, length, count, room->entries, &reason);
    if (status < 0)
        return error_set(error, status, "block %d of the book is damaged: %s", block, reason.text);
    if (book_compare(&room->entries[0].board, &row->first) != 0)
        return error_set(error, STATUS_SYNTAX,
                         "block %d of the book is damaged: its directory names another position",
                         block);
    return STATUS_OK;
}

/* The last block whose first board is not behind `board`, -1 if there is none. */
static int find_block(const Book *book, const Board *board) {
    int low = -1, high = book->block_count;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (book_compare(&book->rows[middle].first, board) <= 0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static int compare_with_entry(const void *board, const void *entry) {
    return book_compare(board, &((const BookEntry *)entry)->board);
}

int book_find(const Book *book, const Position *position, BookEntry *ret_entry, Error *error) {
    Board board = book_normalise(position);
    int block = find_block(book, &board);
    if (block < 0)
        return 0;
    Room *room = malloc(sizeof *room);
    if (!room)
        return error_set(error, STATUS_NO_MEMORY, "no memory to look into the book");
    int status = read_block(book, block, room, error);
    if (status == STATUS_OK) {
        const BookEntry *entry = bsearch(&board, room->entries, (size_t)count_of_block(book, block),
                                         sizeof *room->entries, compare_with_entry);
        if (entry)
            *ret_entry = *entry;
        status = entry != NULL;
    }
    free(room);
    return status;
}

Status book_load(const Book *book, BookSet *set, Error *error) {
    Room *room = malloc(sizeof *room);
    if (!room)
        return error_set(error, STATUS_NO_MEMORY, "no memory to read a book");
    set->recipe = book->recipe;
    Status status = STATUS_OK;
    for (int block = 0; block < book->block_count && status == STATUS_OK; block++) {
        status = read_block(book, block, room, error);
        for (int i = 0; i < count_of_block(book, block) && status == STATUS_OK; i++)
            status = book_set_add(set, &room->entries[i], error);
    }
    free(room);
    return status;
}
