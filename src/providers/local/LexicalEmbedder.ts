import { Effect } from "effect"
import type { Embedder } from "../contract/Embedder.ts"
import { evidenceIn, wantedOf } from "./lexical-keys.ts"
import { topicNames } from "./topics.ts"

/**
 * Embeds by the words of a text, without key or network: what it finds has words of the question, in another form or another
 * script maybe, or words of the same few topics that people ask businesses about. It understands nothing.
 *
 * The cosine of a question and a chunk is, but for a constant, the share of the question that the chunk has, however long
 * both are: what a vector lacks to the length of 1 stands in a place of its own, where the other has nothing.
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
/** What a question has of its own, what a document has, and the topics, each in a place of its own; then the words. */
const [questionRest, documentRest, firstTopic] = [0, 1, 2]
const firstBucket = firstTopic + topicNames.length
const buckets = dimensions - firstBucket
const topicAt = new Map(topicNames.map((topic, index) => [topic, firstTopic + index]))

/** Each word has so many buckets: all are taken by others seldom. */
const bucketsOfWord = 3

/** A chunk of 400 words is about as long as that. */
const scale = 1 / 30

/** Of what is asked for, a chunk that answers has more than that. Fitted: see the test. */
const leastShare = 0.53

const placesOf = (key: string): ReadonlyArray<number> => {
  const topic = topicAt.get(key)
  if (topic !== undefined) return [topic]
  const hash = hashOf(key)
  // By two hashes, as many as are needed.
  const stride = ((hash >>> 16) | 1) >>> 0
  return Array.from({ length: bucketsOfWord }, (_, index) => firstBucket + (((hash + index * stride) >>> 0) % buckets))
}

/** FNV-1a, and its bits mixed. */
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

/** What is said more than once says a little more. */
const strengthOf = (times: number) => 1 - 0.15 / times

/** A word that is not there counts for nothing on average, though others have some of its buckets. */
const centred = (vector: Float32Array): Float32Array => {
  const taken = Math.min(0.6, vector.subarray(firstBucket).reduce((sum, value) => sum + value, 0) / buckets)
  return vector.map((value, place) => (place < firstBucket ? value : (value - taken) / (1 - taken)) * scale)
}

const fillUp = (vector: Float32Array, rest: number): Float32Array => {
  const square = vector.reduce((sum, value) => sum + value * value, 0)
  if (square > 1) return vector.map((value) => value / Math.sqrt(square))
  vector[rest] = Math.sqrt(1 - square)
  return vector
}
