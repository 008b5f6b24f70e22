import { expect } from "vitest"
import type { Answer } from "./http.ts"

/** Asserts the status of an answer, and returns its body. */
export const answered = async (status: number, sent: Promise<Answer>): Promise<any> => {
  const answer = await sent
  expect(answer.status, answer.text).toBe(status)
  return answer.body
}

/** Asserts that a request is refused with 400 and exactly these problems by field. */
export const refused = async (sent: Promise<Answer>, problems: Readonly<Record<string, string | RegExp>>) => {
  const { details } = await answered(400, sent)
  const expected = Object.entries(problems).map(([path, message]) => ({
    path,
    message: typeof message === "string" ? message : expect.stringMatching(message)
  }))
  expect(details).toEqual(expect.arrayContaining(expected))
  expect(details).toHaveLength(expected.length)
}

export const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
export const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
