// Makes every random number generator of a Qt 5 program start from QT_SEED, so that a game deals the same boards each
// time. Build: g++ -O2 -shared -fPIC -o qtseed.so qtseed.cpp -ldl    Use: QT_SEED=7 LD_PRELOAD=$PWD/qtseed.so kshisen
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>

namespace {

using Constructor = void (*)(void *, const uint32_t *, const uint32_t *);
using Global = void *(*)();

constexpr const char *kConstructor = "_ZN16QRandomGeneratorC1EPKjS1_";        // QRandomGenerator(begin, end)
constexpr const char *kGlobal = "_ZN18QRandomGenerator646globalEv";           // QRandomGenerator64::global()

template <class F> F next(const char *name) { return reinterpret_cast<F>(dlsym(RTLD_NEXT, name)); }

const char *seed() { return getenv("QT_SEED"); }

void seeded(void *generator, const uint32_t *begin, const uint32_t *end) {
    static const auto construct = next<Constructor>(kConstructor);
    if (const char *text = seed()) {
        const auto value = static_cast<uint32_t>(strtoul(text, nullptr, 10));
        construct(generator, &value, &value + 1);
    } else {
        construct(generator, begin, end);
    }
}

}  // namespace

extern "C" {

void _ZN16QRandomGeneratorC1EPKjS1_(void *generator, const uint32_t *begin, const uint32_t *end) {
    seeded(generator, begin, end);
}

// The global generator mixes in entropy of its own: hand out one that was built from the seed alone.
void *_ZN18QRandomGenerator646globalEv() {
    if (!seed()) return next<Global>(kGlobal)();
    alignas(64) static unsigned char room[8192];
    static const bool built = (seeded(room, nullptr, nullptr), true);
    return built ? static_cast<void *>(room) : nullptr;
}

}
