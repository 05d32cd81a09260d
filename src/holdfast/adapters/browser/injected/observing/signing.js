// Signs what is told: every page can reach the driver's own way to the recorder, but not this key.
// A part of observe.js, which has one scope for all of them.
//
// SHA-256 of the message between the key and the key, with nothing that a page can put another in
// the place of; the platform's own is not there in pages without TLS.

const ROUNDS = list(), BEGINNING = list();
for (let number = 2; ROUNDS.length < 64; number++) {
  let isPrime = true;
  for (let by = 2; by * by <= number; by++) isPrime = isPrime && number % by !== 0;
  if (!isPrime) continue;
  if (BEGINNING.length < 8) BEGINNING[BEGINNING.length] = (number ** (1 / 2) * 2 ** 32) | 0;
  ROUNDS[ROUNDS.length] = (number ** (1 / 3) * 2 ** 32) | 0;
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));

// The text as words of 32 bits, two characters in each, filled up to whole blocks.
function blocksOf(text) {
  const { length } = text, words = list(), count = (((length * 2 + 8) >> 6) + 1) * 16;
  for (let i = 0; i < count; i++) words[i] = 0;
  for (let i = 0; i <= length; i++) {
    const sign = i < length ? charCodeAt(text, i) : 0x8000;
    words[i >> 1] |= sign << (i % 2 === 0 ? 16 : 0);
  }
  words[count - 1] = length * 16;
  return words;
}

function mix(state, words, from) {
  const word = list(), now = list();
  for (let i = 0; i < 8; i++) now[i] = state[i];
  for (let i = 0; i < 64; i++) {
    if (i < 16) word[i] = words[from + i];
    else {
      const a = word[i - 15], b = word[i - 2];
      word[i] = (word[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + word[i - 7] +
        (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10))) | 0;
    }
    const a = now[0], e = now[4];
    const one = now[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
      ((e & now[5]) ^ (~e & now[6])) + ROUNDS[i] + word[i];
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) +
      ((a & now[1]) ^ (a & now[2]) ^ (now[1] & now[2]));
    for (let k = 7; k > 0; k--) now[k] = now[k - 1];
    now[4] = (now[4] + one) | 0;
    now[0] = (one + two) | 0;
  }
  for (let i = 0; i < 8; i++) state[i] = (state[i] + now[i]) | 0;
}

function signed(text) {
  const words = blocksOf(SETTINGS.key + text + SETTINGS.key), state = list();
  for (let i = 0; i < 8; i++) state[i] = BEGINNING[i];
  for (let from = 0; from < words.length; from += 16) mix(state, words, from);
  let signature = '';
  for (let i = 0; i < 64; i++) {
    signature += '0123456789abcdef'[(state[i >> 3] >>> (28 - 4 * (i % 8))) & 15];
  }
  return signature + text;
}
