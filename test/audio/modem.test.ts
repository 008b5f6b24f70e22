import { assert, describe, it } from "@effect/vitest"
import { silent } from "../../src/audio/frames.ts"
import { makeListener, speak } from "../../src/audio/modem.ts"
import { encode, samples } from "../../src/audio/mulaw.ts"
import { tone } from "../../src/audio/tone.ts"
import { makeRandom } from "../support/random.ts"

const decode = (audio: Uint8Array) => Int16Array.from(audio, (byte) => samples[byte]!)

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 5_000 : 60

const english = "Good morning, this is a call about your order of last week."
const hindi = "नमस्ते, क्या आप मुझे कल शाम चार बजे फोन कर सकते हैं?"

const joined = (...parts: ReadonlyArray<Uint8Array>) => Uint8Array.from(parts.flatMap((part) => Array.from(part)))
const heardIn = (audio: Uint8Array) => makeListener().hear(audio)

type Random = () => number
const below = (random: Random, limit: number) => Math.floor(random() * limit)

/** First and last code points of each kind of text. */
const scripts = [
  [0x20, 0x7e],
  [0x00, 0x7f],
  [0xa0, 0x17f],
  [0x400, 0x45f],
  [0x600, 0x6ff],
  [0x900, 0x97f],
  [0xb80, 0xbff],
  [0x3040, 0x30ff],
  [0x4e00, 0x9fff],
  [0xd7f0, 0xe010],
  [0x1f600, 0x1f64f],
  [0x0000, 0x10ffff]
] as const

const textOf = (random: Random, words = 1 + below(random, 8)) =>
  Array.from({ length: words }, () => {
    const [first, last] = scripts[below(random, scripts.length)]!
    const letters = Array.from({ length: below(random, 8) }, () => first + below(random, last - first + 1))
    return String.fromCodePoint(...letters)
  }).join(" ")

const asciiOf = (random: Random) =>
  String.fromCharCode(...Array.from({ length: 1 + below(random, 30) }, () => 0x20 + below(random, 0x5f)))

const noiseOf = (random: Random, samples: number, loudest: number) =>
  encode(Int16Array.from({ length: samples }, () => (random() * 2 - 1) * loudest))

/** Cuts audio into parts of up to `longest` bytes, including empty ones. */
const partsOf = (random: Random, audio: Uint8Array, longest: number) => {
  const parts: Array<Uint8Array> = []
  for (let at = 0; at < audio.length; ) {
    const next = at + below(random, longest + 1)
    parts.push(audio.subarray(at, next))
    at = next
  }
  return parts
}

const eachRun = (test: (random: Random, what: string) => void) => {
  for (let run = 0; run < runs; run++) test(makeRandom(seed + run), `TEST_SEED=${seed} run ${run}`)
}

/** Whether the letters occur in this order, possibly with gaps. */
const isPartOf = (letters: string, text: string) => {
  let at = 0
  for (const letter of text) if (letters.startsWith(letter, at)) at += letter.length
  return at === letters.length
}

describe("text as sound", () => {
  it("is heard as it was spoken, in every script", () => {
    for (const text of [
      english,
      hindi,
      "வணக்கம்",
      "Привет!",
      "مرحبا",
      "你好，世界",
      "naïve café",
      "👍🏽 ok",
      "\0\t\x0f\x11\x1f\x7f"
    ]) {
      assert.strictEqual(heardIn(speak(text)), text)
    }
    eachRun((random, what) => {
      const text = textOf(random)
      assert.strictEqual(heardIn(speak(text)), text.toWellFormed(), what)
    })
  })

  it("has a replacement character for an unpaired surrogate", () => {
    assert.strictEqual(heardIn(speak("a\ud83db\ude00")), "a\ufffdb\ufffd")
  })

  it("is empty for an empty text", () => {
    assert.strictEqual(speak("").length, 0)
  })

  it("consists of whole frames, well below the maximum loudness", () => {
    for (let length = 1; length < 40; length++) assert.strictEqual(speak("x".repeat(length)).length % 160, 0)
    const loudest = decode(speak(english)).reduce((most, sample) => Math.max(most, Math.abs(sample)))
    assert.isAbove(loudest, 4_000)
    assert.isBelow(loudest, 10_000)
  })

  it("has the pace of speech", () => {
    const lettersPerSecond = (text: string) => [...text].length / (speak(text).length / 8_000)
    for (const text of [english, "Hello, how are you?"]) {
      assert.isAtLeast(lettersPerSecond(text), 15)
      assert.isAtMost(lettersPerSecond(text), 20)
    }
    assert.isAtLeast(lettersPerSecond(hindi), 13)
    assert.isAtMost(lettersPerSecond(hindi), 20)
  })

  it("is heard letter by letter, each once it has sounded", () => {
    const listener = makeListener()
    const audio = speak("abc")
    const heard: Array<[number, string]> = []
    audio.forEach((byte, index) => {
      const letters = listener.hear(Uint8Array.of(byte))
      if (letters !== "") heard.push([index + 1, letters])
    })
    assert.deepStrictEqual(heard, [
      [160 + 448, "a"],
      [160 + 896, "b"],
      [160 + 1_344, "c"]
    ])
  })

  it("is heard the same in parts of any length", () => {
    eachRun((random, what) => {
      const [one, other] = [textOf(random), textOf(random)]
      const audio = joined(silent(random() * 50), speak(one), silent(random() * 50), speak(other))
      for (const longest of [1, 7, 160, 800, 5_000]) {
        const listener = makeListener()
        const heard = partsOf(random, audio, longest).map(listener.hear)
        assert.strictEqual(heard.join(""), one.toWellFormed() + other.toWellFormed(), `${what}, parts of ${longest}`)
      }
    })
  })

  it("is heard up to the point where it is cut off, and the following text completely", () => {
    eachRun((random, what) => {
      const [one, other] = [asciiOf(random), textOf(random)]
      const audio = speak(one)
      const cut = below(random, audio.length + 1)
      const sounded = one.slice(0, Math.max(0, Math.floor((cut - 160) / 448)))
      for (const pause of [0, 1 / 8, 3, 20, 200]) {
        const heard = heardIn(joined(audio.subarray(0, cut), silent(pause), speak(other)))
        // A letter may be heard if little more than its rest symbol is missing.
        const almost = one.slice(0, Math.max(0, Math.floor((cut + 40 - 160) / 448)))
        const expected = [sounded, almost].map((letters) => letters + other.toWellFormed())
        assert.include(expected, heard, `${what}, cut at ${cut}, ${pause} ms of silence`)
      }
    })
  })

  it("is never heard wrong when it is cut off, in any script", () => {
    eachRun((random, what) => {
      const [one, other] = [textOf(random).toWellFormed(), textOf(random).toWellFormed()]
      const audio = speak(one)
      const cut = below(random, audio.length + 1)
      const heard = heardIn(joined(audio.subarray(0, cut), speak(other)))
      assert.isTrue(heard.endsWith(other), what)
      assert.isTrue(one.startsWith(heard.slice(0, heard.length - other.length)), what)
    })
  })

  it("is heard from the first complete letter on, wherever listening begins", () => {
    eachRun((random, what) => {
      const text = asciiOf(random)
      const audio = speak(text)
      const from = below(random, audio.length)
      const missed = Math.ceil(Math.max(0, from - 160) / 448)
      for (const before of [silent(0), silent(20), noiseOf(random, 333, 8_000), tone(1_250, 21)]) {
        // A start symbol is detected even if a few samples are missing.
        const expected = [missed, Math.ceil(Math.max(0, from - 12 - 160) / 448)].map((letters) => text.slice(letters))
        assert.include(expected, heardIn(joined(before, audio.subarray(from))), `${what}, from ${from}`)
      }
    })
  })

  it("is heard without wrong letters when its beginning is missed, and completely from the next word on", () => {
    eachRun((random, what) => {
      const words = Array.from({ length: 6 }, () => textOf(random, 1).toWellFormed().replaceAll(" ", "_"))
      const audio = speak(words.join(" "))
      const wordEnds = words.map((_, index) => speak(`${words.slice(0, index + 1).join(" ")} `).length)
      const from = below(random, audio.length)
      const heard = heardIn(audio.subarray(from))
      const missed = wordEnds.findIndex((end) => from < end - 160)
      assert.isTrue(isPartOf(heard, words.join(" ")), what)
      assert.isTrue(heard.endsWith(words.slice(missed + 2).join(" ")), what)
    })
  })

  it("may continue at a letter after a silence", () => {
    const audio = speak("one two three")
    const begin = 160 + 4 * 448
    assert.strictEqual(heardIn(joined(audio.subarray(0, 300), silent(40), audio.subarray(begin))), "two three")
  })

  it("may restart in the middle of a letter, without a silence", () => {
    const audio = speak("one two three")
    for (let cut = 160 + 448 + 32; cut < 160 + 2 * 448 - 40; cut++) {
      const heard = heardIn(joined(audio.subarray(0, cut), audio.subarray(160 + 4 * 448)))
      assert.strictEqual(heard, "otwo three", `cut at ${cut}`)
    }
  })

  it("is not heard in another script when the window was missed", () => {
    const listener = makeListener()
    const tamil = speak("வணக்கம்")
    assert.strictEqual(listener.hear(speak("नमस्ते").subarray(0, 160 + 3 * 448)), "नम")
    assert.strictEqual(listener.hear(joined(silent(40), tamil.subarray(160 + 448))), "")
  })

  it("is not heard in another script when a change of window is damaged", () => {
    const audio = speak("கक")
    const at = 160 + 2 * 448 + 8 * 32
    for (const unclear of [silent(4), speak("\x7f").subarray(224, 256), speak("\0").subarray(192, 224)]) {
      const heard = heardIn(joined(audio.subarray(0, at), unclear, audio.subarray(at + 32)))
      assert.include(["க", "கक"], heard)
    }
    assert.strictEqual(heardIn(joined(audio.subarray(0, at), silent(4), audio.subarray(at + 32))), "க")
  })

  it("is never heard wrong where frames are lost", () => {
    eachRun((random, what) => {
      const text = asciiOf(random) + asciiOf(random)
      const frames = partsOf(() => 0.9999, speak(text), 160)
      const lost = below(random, frames.length)
      const left = frames.toSpliced(lost, 1 + below(random, 13))
      assert.isTrue(isPartOf(heardIn(joined(...left)), text), what)
    })
  })

  it("is not heard if a bit is wrong", () => {
    const audio = speak("abc")
    const [zero, one] = [speak("\0").subarray(192, 224), speak("\x7f").subarray(224, 256)]
    for (let bit = 0; bit < 12; bit++) {
      const at = 160 + 448 + (1 + bit) * 32
      const was = audio.subarray(at, at + 32)
      const turned = joined(audio.subarray(0, at), was[3] === one[3] ? zero : one, audio.subarray(at + 32))
      assert.notDeepEqual(turned, audio)
      assert.strictEqual(heardIn(turned), "ac")
    }
  })

  it("is heard by one listener as by several, one after the other", () => {
    const listener = makeListener()
    eachRun((random, what) => {
      const text = textOf(random)
      assert.strictEqual(listener.hear(speak(text)), text.toWellFormed(), what)
    })
  })
})

describe("no text", () => {
  it("is heard in silence, noise and tones", () => {
    eachRun((random, what) => {
      const hertz = below(random, 4_000)
      const mixed = Array.from({ length: 8 }, () =>
        joined(tone(hertz, random() * 60), tone(750 + 250 * below(random, 4), random() * 60), silent(random() * 30))
      )
      for (const audio of [
        silent(500),
        noiseOf(random, 8_000, 32_000 * random()),
        tone(hertz, 500),
        joined(...mixed)
      ]) {
        assert.strictEqual(heardIn(audio), "", what)
      }
    })
  })

  it("is heard in bytes at random", () => {
    eachRun((random, what) => {
      assert.strictEqual(heardIn(Uint8Array.from({ length: 8_000 }, () => below(random, 256))), "", what)
    })
  })
})

describe("a listener", () => {
  it("detects speech from its first milliseconds to its last", () => {
    const listener = makeListener()
    listener.hear(silent(100))
    assert.isFalse(listener.hears)
    for (const byte of speak(hindi).subarray(0, 32)) listener.hear(Uint8Array.of(byte))
    for (const byte of speak(hindi).subarray(32)) {
      assert.isTrue(listener.hears)
      listener.hear(Uint8Array.of(byte))
    }
    assert.isTrue(listener.hears)
    listener.hear(silent(4))
    assert.isFalse(listener.hears)
  })

  it("detects no speech in noise or other tones", () => {
    const random = makeRandom(seed)
    for (const audio of [noiseOf(random, 800, 8_000), tone(440, 100), tone(2_000, 100), silent(100)]) {
      const listener = makeListener()
      listener.hear(audio)
      assert.isFalse(listener.hears)
    }
  })
})
