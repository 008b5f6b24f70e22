import { Effect } from "effect"
import type { Embedder } from "../../contract/Embedder.ts"
import { evidenceIn, wantedOf } from "./lexical-keys.ts"
import { topicNames } from "./topics.ts"

/**
 * Embeds the words of a text, without a key or a network. A chunk matches a question when it has the question's
 * words, in any form or script, or words of the same topic, out of a few that people ask businesses about. It does
 * not understand meaning.
 *
 * The cosine of a question and a chunk is proportional to the share of the question that the chunk has, whatever the
 * length of either: each vector is filled up to length 1 in a dimension that the other kind of vector leaves at zero.
 */
export const lexicalEmbedder: Embedder = {
  name: "lexical-2/2000",
  dimensions: 2_000,
  embed: (texts, use) => Effect.sync(() => texts.map(use === "question" ? questionVector : documentVector)),
  scoreOf: (cosine) => {
    const share = Math.min(1, Math.max(0, cosine / scale))
    return share < leastShare ? (share / leastShare) * 0.5 : 0.5 + ((share - leastShare) / (1 - leastShare)) * 0.5
  }
}

const dimensions = 2_000
/** Dimensions: the fill of a question, the fill of a document, one for each topic, then the buckets of words. */
const [questionRest, documentRest, firstTopic] = [0, 1, 2]
const firstBucket = firstTopic + topicNames.length
const buckets = dimensions - firstBucket
const topicAt = new Map(topicNames.map((topic, index) => [topic, firstTopic + index]))

/** Number of buckets of a word: other words seldom fill all three. */
const bucketsOfWord = 3

/** Scales a document vector: one of a chunk of 400 words then has a length of about 1. */
const scale = 1 / 30

/** Minimum share of the question that an answering chunk has. Fitted; the test measures it. */
const leastShare = 0.53

const placesOf = (key: string): ReadonlyArray<number> => {
  const topic = topicAt.get(key)
  if (topic !== undefined) return [topic]
  const hash = hashOf(key)
  // Double hashing: both halves of one hash make all buckets.
  const stride = ((hash >>> 16) | 1) >>> 0
  return Array.from({ length: bucketsOfWord }, (_, index) => firstBucket + (((hash + index * stride) >>> 0) % buckets))
}

/** FNV-1a with a final mix of the bits. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return (hash ^ (hash >>> 15)) >>> 0
}

const questionVector = (text: string): Float32Array => {
  const vector = new Float32Array(dimensions)
  const wanted = wantedOf(text)
  const whole = wanted.values().reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return vector
  for (const [key, weight] of wanted) {
    const places = placesOf(key)
    for (const place of places) vector[place] = (vector[place] ?? 0) + weight / whole / places.length
  }
  return fillUp(vector, questionRest)
}

const documentVector = (text: string): Float32Array => {
  const vector = new Float32Array(dimensions)
  const found = evidenceIn(text)
  if (found.size === 0) return vector
  for (const [key, times] of found) {
    for (const place of placesOf(key)) vector[place] = Math.max(vector[place] ?? 0, strengthOf(times))
  }
  return fillUp(centred(vector), documentRest)
}

/** A repeated word weighs slightly more. */
const strengthOf = (times: number) => 1 - 0.15 / times

/** Shifts the buckets so that an absent word scores zero on average although other words fill some of its buckets. */
const centred = (vector: Float32Array): Float32Array => {
  const filled = Math.min(0.6, vector.subarray(firstBucket).reduce((sum, value) => sum + value, 0) / buckets)
  return vector.map((value, place) => (place < firstBucket ? value : (value - filled) / (1 - filled)) * scale)
}

const fillUp = (vector: Float32Array, rest: number): Float32Array => {
  const square = vector.reduce((sum, value) => sum + value * value, 0)
  if (square > 1) return vector.map((value) => value / Math.sqrt(square))
  vector[rest] = Math.sqrt(1 - square)
  return vector
}
