import { Effect, type Exit, Redacted } from "effect"
import type twilio from "twilio"
import type { TwilioSettings } from "../../platform/config.ts"
import { type CarrierResponse, type NotAnswered, type NotSent, sendRequest } from "../send-request.ts"

/** Has the SDK make one request, and gives the answer as it came. After the deadline nothing leaves any more. */
export type AskTwilio = (
  deadline: number,
  make: (client: twilio.Twilio) => Promise<unknown>
) => Effect.Effect<CarrierResponse, NotSent | NotAnswered>

/**
 * The SDK writes requests; they are sent by us, once, so that one that never left is told from one without an answer, and
 * answers are read by us, since its errors lack the headers.
 */
export const makeAskTwilio = (sdk: typeof twilio, settings: TwilioSettings): AskTwilio => {
  const { accountSid, apiBaseUrl, authToken } = settings
  return (deadline, make) =>
    Effect.flatten(
      Effect.promise(async (signal) => {
        const told = Promise.withResolvers<Exit.Exit<CarrierResponse, NotSent | NotAnswered>>()
        const request = async (written: Written) => {
          const exit = await Effect.runPromiseExit(sendRequest(requestOf(written, apiBaseUrl, deadline)), { signal })
          told.resolve(exit)
          if (exit._tag === "Failure") throw new Error("There is no answer")
          return { statusCode: exit.value.status, body: exit.value.body, headers: exit.value.headers }
        }
        const httpClient = { request } as unknown as twilio.RequestClient
        // What the SDK makes of the answer is no matter; when it fails without having asked, that is.
        make(sdk(accountSid, Redacted.value(authToken), { httpClient, autoRetry: false })).catch(told.reject)
        return await told.promise
      })
    )
}

/** Where the account is asked, and by which its calls are known. */
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

// A list is the same name several times.
const fieldsOf = (fields: object): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)])
    )
  )
