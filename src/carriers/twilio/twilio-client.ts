import { Effect, type Exit, Redacted } from "effect"
import type twilio from "twilio"
import type { TwilioSettings } from "../../platform/config.ts"
import { type CarrierResponse, type NotAnswered, type NotSent, sendRequest } from "../send-request.ts"

/** Sends one request of the SDK and returns the raw response. Nothing is sent after the deadline. */
export type AskTwilio = (
  deadline: number,
  make: (client: twilio.Twilio) => Promise<unknown>
) => Effect.Effect<CarrierResponse, NotSent | NotAnswered>

/**
 * The SDK only builds requests. They are sent by `sendRequest`, once, so that a request that never
 * left is distinguished from one without a response; responses are decoded here too, because the
 * SDK's errors lack the headers.
 */
export const makeAskTwilio = (sdk: typeof twilio, settings: TwilioSettings): AskTwilio => {
  const { accountSid, apiBaseUrl, authToken } = settings
  return (deadline, make) =>
    Effect.flatten(
      Effect.promise(async (signal) => {
        const result = Promise.withResolvers<Exit.Exit<CarrierResponse, NotSent | NotAnswered>>()
        const request = async (written: Written) => {
          const exit = await Effect.runPromiseExit(sendRequest(requestOf(written, apiBaseUrl, deadline)), { signal })
          result.resolve(exit)
          if (exit._tag === "Failure") throw new Error("Twilio did not answer")
          return { statusCode: exit.value.status, body: exit.value.body, headers: exit.value.headers }
        }
        const httpClient = { request } as unknown as twilio.RequestClient
        // The SDK's own result does not matter, except when it fails before it has sent the
        // request.
        make(sdk(accountSid, Redacted.value(authToken), { httpClient, autoRetry: false })).catch(result.reject)
        return await result.promise
      })
    )
}

/** URL of the account's resources. It also identifies the account in attempts. */
export const accountUrl = ({ accountSid, apiBaseUrl }: TwilioSettings): string =>
  `${apiBaseUrl}/2010-04-01/Accounts/${accountSid}`

type Written = Parameters<twilio.RequestClient["request"]>[0]

const requestOf = (
  { data, headers, method, params, password, uri, username }: Written,
  baseUrl: string,
  deadline: number
) => {
  const { pathname } = new URL(uri)
  const query = params === undefined ? "" : `?${fieldsOf(params)}`
  const isPost = method.toLowerCase() === "post"
  return {
    method: isPost ? "POST" : "GET",
    url: `${baseUrl}${pathname}${query}`,
    headers: {
      ...(headers as Record<string, string>),
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
    },
    ...(isPost && { form: fieldsOf(data as object) }),
    deadline
  } as const
}

// A list becomes several fields of the same name.
const fieldsOf = (fields: object): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)])
    )
  )
