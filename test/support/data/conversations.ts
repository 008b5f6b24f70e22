import { Effect } from "effect"
import { expect } from "vitest"
import { bytesPerMilli } from "../../../src/audio/frames.ts"
import { speak } from "../../../src/audio/modem.ts"
import { clientOf } from "../../carriers/simulated/line-client.ts"
import { lineToken } from "../../media/gateway/stream-client.ts"
import type { campaignClient, Person } from "../api/campaign-client.ts"
import type { TestServer } from "../api/test-server.ts"
import { rowsOf } from "./calls.ts"

/** Record of the simulated line: the words that the persona of a call heard and said. */
export interface LineRecord {
  readonly said: ReadonlyArray<{ readonly atMillis: number; readonly text: string }>
  readonly heard: ReadonlyArray<{ readonly atMillis: number; readonly untilMillis: number; readonly text: string }>
  readonly clears: number
  readonly longestSilence: number
  readonly problems: ReadonlyArray<object>
}

type Client = ReturnType<typeof campaignClient>

/** Reads the line's record of an attempt. */
const otherSide = async (server: TestServer, attemptId: string): Promise<LineRecord> => {
  const [attempt] = await rowsOf(server).query(
    (sql) => sql<{ account: string; callSid: string }>`select account, call_sid as "callSid" from attempts
      where id = ${attemptId}`
  )
  if (attempt === undefined) throw new Error(`No attempt ${attemptId}`)
  const line = clientOf(attempt.account, await lineToken(server))
  const { body } = await Effect.runPromise(line.request("GET", `/Calls/${attempt.callSid}/Talk.json`))
  return body as unknown as LineRecord
}

/** Returns the only call to a person, as the service reports it, and the line's record of it. */
export const callAndLineRecord = async (server: TestServer, client: Client, campaignId: string, person: Person) => {
  const call = await client.explained(campaignId, person)
  const [attempt, ...more] = (await client.attempts(campaignId)).filter(({ callId }) => callId === call.id)
  if (attempt === undefined || more.length > 0) throw new Error(`Not one attempt: ${JSON.stringify(call)}`)
  return { call, line: await otherSide(server, attempt.id) }
}

interface Line {
  readonly role: "agent" | "person"
  readonly text: string
  readonly startMs: number
  readonly endMs: number
  readonly interrupted: boolean
}

export const linesOf = (call: any, role: Line["role"]): ReadonlyArray<Line> =>
  call.transcript.filter((line: Line) => line.role === role)

const joined = (lines: ReadonlyArray<{ readonly text: string }>, by = "") => lines.map(({ text }) => text).join(by)

/**
 * Asserts that the transcript matches the line's record, letter by letter. Of an interrupted reply,
 * the persona may have heard one word more than the transcript, and a part of the next, because the
 * carrier was stopped a moment later.
 */
export const expectSameConversation = (call: any, line: LineRecord, whole: ReadonlyArray<string>): void => {
  let rest = joined(line.heard)
  for (const { interrupted, text } of linesOf(call, "agent")) {
    expect(rest.slice(0, text.length)).toBe(text)
    rest = rest.slice(text.length)
    const more = interrupted ? restOf(whole, text) : " "
    const common = [...more].findIndex((letter, index) => rest[index] !== letter)
    const heard = common < 0 ? more : more.slice(0, common)
    if (interrupted) expect(heard.trim().split(/\s+/).length).toBeLessThanOrEqual(maxWordsUnderway)
    else expect(heard).toBe(" ")
    rest = rest.slice(heard.length)
  }
  expect(rest).toBe("")
  // A persona that answers the agent's goodbye may be hung up on before it has finished.
  const spoken = joined(line.said, " ")
  expect([spoken, spoken.replace(/ Goodbye\.$/, "")]).toContain(joined(linesOf(call, "person"), " "))
  expect(line.problems).toEqual([])
  const starts = call.transcript.map(({ startMs }: Line) => startMs)
  expect(starts).toEqual(starts.toSorted((one: number, other: number) => one - other))
  for (const { endMs, startMs } of call.transcript) expect(endMs).toBeGreaterThanOrEqual(startMs)
}

const maxWordsUnderway = 2
const maxLettersUnderway = 12

/** Returns the letters of lines; the joins between sentences depend on the voice. */
export const lettersOf = (lines: ReadonlyArray<{ readonly text: string }>): string =>
  joined(lines).replaceAll(/\s/g, "")

/**
 * Returns how many letters of the lines the person did not hear; infinity when they heard others. Where the carrier
 * was stopped they may have heard a little more, even of a reply of which no whole word was heard.
 */
export const lettersLost = (lines: ReadonlyArray<Line>, heard: string, wasStopped: boolean): number => {
  // The least number of lost letters, by the number of heard letters that the lines until now explain.
  let lost = new Map([[0, 0]])
  const note = (next: Map<number, number>, at: number, count: number) =>
    next.set(at, Math.min(count, next.get(at) ?? count))
  for (const line of lines) {
    for (const letter of lettersOf([line])) {
      const next = new Map<number, number>()
      for (const [at, count] of lost) {
        note(next, at, count + 1)
        if (heard[at] === letter) note(next, at + 1, count)
      }
      lost = next
    }
    if (!wasStopped) continue
    for (const [at, count] of [...lost]) {
      for (let more = 1; more <= maxLettersUnderway; more++) note(lost, at + more, count)
    }
  }
  return lost.get(heard.length) ?? Number.POSITIVE_INFINITY
}

/**
 * Asserts that the transcript has all that the person heard, letter by letter. Of a reply that was cut off, the person
 * may have heard a little more, because the carrier was stopped a moment later.
 */
export const expectHeard = (call: any, line: LineRecord): void => {
  const lines = linesOf(call, "agent")
  const heard = lettersOf(line.heard)
  // The first letter after each stop of the carrier may be lost on the line.
  if (lettersLost(lines, heard, line.clears > 0) > line.clears) expect(lettersOf(lines)).toBe(heard)
  expect(line.problems).toEqual([])
}

/** The outcomes of calls to people who do not answer, by the last digit of the number. */
const unansweredOutcomes: Readonly<Record<number, string>> = { 2: "NO_ANSWER", 3: "BUSY", 4: "CARRIER_ERROR" }

/** Asserts that a call to the person with this digit has one attempt and both sides recorded, letter by letter. */
export const expectPersonaCall = (digit: number, { call, line }: { readonly call: any; readonly line: LineRecord }) => {
  expect(call).toMatchObject({ outcome: unansweredOutcomes[digit] ?? "CONNECTED", attempts: 1 })
  expectHeard(call, line)
  const said = lettersOf(line.said)
  // A person who answers the agent's goodbye may be hung up on before they have finished.
  expect([said, said.replace(/Goodbye\.$/, "")]).toContain(lettersOf(linesOf(call, "person")))
}

/** Returns the silences in which the person waited for the agent, ms of the line. */
export const silencesIn = ({ heard, said }: LineRecord): ReadonlyArray<number> => {
  const spoken = said.map(({ atMillis, text }) => ({ until: atMillis + speak(text).length / bytesPerMilli, atMillis }))
  const ends = [...spoken.map(({ until }) => until), ...heard.map(({ untilMillis }) => untilMillis)]
  return ends.flatMap((end) => {
    const next = heard.find(({ untilMillis }) => untilMillis > end)
    const isTheirs = spoken.some(({ atMillis, until }) => until > end && atMillis < (next?.atMillis ?? 0))
    return next === undefined || isTheirs ? [] : [next.atMillis - end]
  })
}

const restOf = (whole: ReadonlyArray<string>, text: string) => {
  const begun = whole.find((one) => one.startsWith(text))
  if (begun === undefined) throw new Error(`No reply begins with: ${text}`)
  return begun.slice(text.length)
}

/**
 * Asserts that turns are in order and their times plausible. `finalMs` counts from the last sound,
 * others from the turn's end.
 */
export const expectSaneTurns = (call: any): void => {
  let before = ""
  for (const turn of call.turns) {
    const { at, endOfTurnMs, finalMs, firstAudioMs, firstTokenMs, retrievalMs, totalMs, why } = turn
    expect(at > before).toBe(true)
    before = at
    expect(why).not.toBe("")
    expect(finalMs).toBeLessThanOrEqual(endOfTurnMs)
    expect(firstTokenMs).toBeGreaterThanOrEqual(retrievalMs ?? 0)
    expect(firstAudioMs).toBeGreaterThanOrEqual(firstTokenMs)
    expect(totalMs).toBe(endOfTurnMs + firstAudioMs)
  }
}
