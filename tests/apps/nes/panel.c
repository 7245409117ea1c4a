/* A board of 6 by 12 gems with a cursor over two cells, for a NES: the pad moves the cursor, A swaps.
   board.h and the gems come from tests/apps/nes_panel.py. Build: cl65 -O -t nes -o panel.nes panel.c */
#include <nes.h>
#include <string.h>
#include "board.h" /* start: rows by columns, 0 empty, 1 to 6 a gem; cursor_row, cursor_column */

#define ROWS 12
#define COLUMNS 6
#define LEFT 5 /* of the board, in cells of 16 pixels */
#define TOP 2
#define GEMS 128 /* first tile of the first gem; four tiles a gem */
#define WALL 152
#define EMPTY 153
#define CORNER 154

static unsigned char board[ROWS][COLUMNS];
static unsigned char attributes[64];
static unsigned char row = cursor_row, column = cursor_column;
static unsigned char *const sprites = (unsigned char *)0x0200;

static void to(unsigned address) {
    PPU.vram.address = address >> 8;
    PPU.vram.address = address & 0xff;
}

/* Draw a cell: four tiles, and which of four palettes they take. Only while the screen is not drawn. */
static void draw(unsigned char r, unsigned char c) {
    unsigned char gem = board[r][c], y = TOP + r, x = LEFT + c;
    unsigned char tile = gem ? GEMS + 4 * (gem - 1) : EMPTY, step = gem ? 1 : 0;
    unsigned char at = (y >> 1 << 3) + (x >> 1), shift = (y & 1) * 4 + (x & 1) * 2;
    to(0x2000 + y * 64 + x * 2);
    PPU.vram.data = tile;
    PPU.vram.data = tile + step;
    to(0x2020 + y * 64 + x * 2);
    PPU.vram.data = tile + 2 * step;
    PPU.vram.data = tile + 3 * step;
    attributes[at] = attributes[at] & ~(3 << shift) | (gem ? (gem + 1) >> 1 : 0) << shift;
    to(0x23c0 + at);
    PPU.vram.data = attributes[at];
}

/* Four corners around the two cells under the cursor. */
static void point(void) {
    unsigned char i, x = (LEFT + column) * 16, y = (TOP + row) * 16;
    for (i = 0; i < 4; ++i) {
        sprites[4 * i] = (i & 2 ? y + 10 : y - 2) - 1;
        sprites[4 * i + 1] = CORNER;
        sprites[4 * i + 2] = (i & 1 ? 0x40 : 0) | (i & 2 ? 0x80 : 0);
        sprites[4 * i + 3] = i & 1 ? x + 26 : x - 2;
    }
}

/* The eight buttons: A, B, Select, Start, up, down, left, right from the highest bit. */
static unsigned char pad(void) {
    unsigned char i, held = 0;
    JOYPAD[0] = 1;
    JOYPAD[0] = 0;
    for (i = 0; i < 8; ++i) held = held << 1 | JOYPAD[0] & 1;
    return held;
}

static void swap(void) {
    unsigned char gem = board[row][column];
    board[row][column] = board[row][column + 1];
    board[row][column + 1] = gem;
    draw(row, column);
    draw(row, column + 1);
}

void main(void) {
    static const unsigned char colours[32] = {0x0f, 0x00, 0x01, 0x10, 0x0f, 0x16, 0x12, 0x30, 0x0f, 0x2a, 0x28,
                                              0x30, 0x0f, 0x14, 0x2c, 0x30, 0x0f, 0x30, 0x30, 0x30};
    unsigned i;
    unsigned char r, c, before = 0, held, fresh;

    PPU.control = 0;
    PPU.mask = 0;
    memcpy(board, start, sizeof board);
    memset(sprites, 0xf0, 256);
    to(0x3f00);
    for (i = 0; i < 32; ++i) PPU.vram.data = colours[i];
    to(0x2000);
    for (i = 0; i < 960; ++i) PPU.vram.data = WALL;
    for (i = 0; i < 64; ++i) PPU.vram.data = 0;
    for (r = 0; r < ROWS; ++r)
        for (c = 0; c < COLUMNS; ++c) draw(r, c);
    for (;;) {
        point();
        while (!(PPU.status & 0x80)) {}
        PPU.sprite.address = 0;
        APU.sprite.dma = 2;
        to(0x2000);
        PPU.scroll = 0;
        PPU.scroll = 0;
        PPU.mask = 0x1e;
        held = pad();
        fresh = held & ~before;
        before = held;
        if (fresh & 0x08 && row > 0) --row;
        if (fresh & 0x04 && row < ROWS - 1) ++row;
        if (fresh & 0x02 && column > 0) --column;
        if (fresh & 0x01 && column < COLUMNS - 2) ++column;
        if (fresh & 0x80) {
            PPU.mask = 0; /* nothing is drawn until the next frame */
            swap();
        }
    }
}
