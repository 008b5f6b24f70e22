import { readFile } from "node:fs/promises"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { Clock, Console, Effect, Option, Queue } from "effect"
import { Command, Flag } from "effect/cli"
import { singleLine } from "../../../platform/observability/Logging.ts"
import { why } from "../../../platform/observability/why.ts"
import { isWebhookSecret, signatureProblem } from "../../../platform/secrets/webhook-signature.ts"
import { adminClient } from "../../admin-client.ts"
import { Environment } from "../../environment.ts"
import { organization } from "../../flags.ts"
import { CommandError, fields, Json, print, remark, UsageError } from "../../output.ts"

const secretFlag = Flag.String("secret").pipe(
  Flag.withDescription("The secret that signs webhooks, whsec_… (default WEBHOOK_SECRET of the environment)"),
  Flag.optional
)

const listen = Command.make(
  "listen",
  {
    port: Flag.Int("port").pipe(
      Flag.filter(
        (port) => port >= 0 && port <= 65_535,
        () => "Expected: a port from 0 to 65535"
      ),
      Flag.withDescription("Port to listen on (default 9000)"),
      Flag.withDefault(9000)
    ),
    host: Flag.String("host").pipe(
      Flag.withDescription("Address to listen on (default 127.0.0.1)"),
      Flag.withDefault("127.0.0.1")
    ),
    status: Flag.Int("status").pipe(
      Flag.filter(
        (status) => status >= 200 && status <= 599,
        () => "Expected: a status from 200 to 599"
      ),
      Flag.withDescription("Status to answer with, such as 500 to see retries (default 200)"),
      Flag.withDefault(200)
    ),
    secret: secretFlag
  },
  Effect.fn("webhook listen")(function* ({ host, port, secret, status }) {
    const known = yield* secretOf(secret)
    const json = yield* Json
    const { listens, received } = yield* receiver({ host, port, status })
    yield* remark(`Listening on http://${host}:${listens}: Ctrl-C ends it`)
    if (known === undefined) yield* remark("Signatures are not checked: set --secret or WEBHOOK_SECRET")
    while (true) {
      const { bytes, headers, method, path } = yield* Queue.take(received)
      const problem = known && signatureProblem({ headers, body: bytes, secret: known, nowSeconds: yield* nowSeconds })
      const shown: Shown = {
        at: new Date(yield* Clock.currentTimeMillis).toISOString(),
        ...{ method, path, headers },
        signature: known === undefined ? "not checked" : problem === undefined ? "right" : `wrong: ${problem}`,
        body: bytes.toString("utf8")
      }
      yield* Console.log(json ? JSON.stringify(shown) : inWords(shown))
    }
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Receive webhooks on this machine and show each with the result of its signature check, until Ctrl-C"
  ),
  Command.withExamples([
    { command: "WEBHOOK_SECRET=whsec_… carillon webhook listen --port 9000" },
    { command: "carillon webhook listen --status 503 --json" }
  ])
)

interface Shown {
  readonly at: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly signature: string
  readonly body: string
}

const inWords = ({ at, body, headers, method, path, signature }: Shown) =>
  [
    singleLine(`${at}  ${method} ${path}  ${headers["webhook-id"] ?? "no webhook-id"}  signature ${signature}`),
    pretty(body)
      .split("\n")
      .map((line) => `  ${singleLine(line)}`)
      .join("\n")
  ].join("\n")

const pretty = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

/** Answers every request with one status, and puts it into a queue. */
const receiver = Effect.fnUntraced(function* (options: {
  readonly host: string
  readonly port: number
  readonly status: number
}) {
  const { host, port, status } = options
  const received = yield* Queue.unbounded<Received>()
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request).catch(() => undefined)
    if (bytes === undefined) return
    response.writeHead(status).end()
    const { method = "", url: path = "" } = request
    Queue.offerUnsafe(received, { method, path, headers: headersOf(request), bytes })
  })
  const listens = yield* Effect.acquireRelease(
    Effect.callback<number, CommandError>((resume) => {
      server.once("error", (error) =>
        resume(new CommandError({ message: `Cannot listen on ${host}:${port} (${why(error)})` }))
      )
      server.listen(port, host, () => resume(Effect.sync(() => (server.address() as AddressInfo).port)))
    }),
    () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
  return { listens, received }
})

const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const nowSeconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

const secretOf = Effect.fnUntraced(function* (flag: Option.Option<string>) {
  const { WEBHOOK_SECRET } = yield* Environment
  const secret = Option.getOrElse(flag, () => WEBHOOK_SECRET)
  if (secret === undefined || secret === "") return undefined
  if (isWebhookSecret(secret)) return secret
  return yield* new UsageError({
    message: "The secret must be whsec_ and base64, as GET /admin/v1/organizations/:id/webhook-secret returns it"
  })
})

const verify = Command.make(
  "verify",
  {
    headers: Flag.String("headers").pipe(
      Flag.withMetavar("file"),
      Flag.withDescription("The received headers, one `name: value` per line (required)")
    ),
    body: Flag.String("body").pipe(
      Flag.withMetavar("file"),
      Flag.withDescription("The received body, byte for byte (default standard input)"),
      Flag.optional
    ),
    anyAge: Flag.Boolean("any-age").pipe(
      Flag.withDescription("Accept webhooks that were sent more than five minutes ago"),
      Flag.withDefault(false)
    ),
    secret: secretFlag
  },
  Effect.fn("webhook verify")(function* ({ anyAge, body, headers, secret }) {
    const known = yield* secretOf(secret)
    if (known === undefined) return yield* new UsageError({ message: "Set --secret or WEBHOOK_SECRET" })
    const given = headersIn((yield* readInput(headers)).toString("utf8"))
    const problem = signatureProblem({
      headers: given,
      body: yield* readInput(Option.getOrUndefined(body)),
      secret: known,
      nowSeconds: anyAge ? undefined : yield* nowSeconds
    })
    if (problem !== undefined) return yield* new CommandError({ message: `Not to be trusted: ${problem}` })
    yield* print(
      { verified: true, webhookId: given["webhook-id"] },
      ({ webhookId }) => `The signature is right: ${webhookId}`
    )
  })
).pipe(
  Command.withDescription("Check whether a received webhook is signed with the secret"),
  Command.withExamples([
    { command: "WEBHOOK_SECRET=whsec_… carillon webhook verify --headers headers.txt < body.json" }
  ])
)

const readInput = (file: string | undefined) =>
  Effect.tryPromise({
    try: () => (file === undefined ? buffer(process.stdin) : readFile(file)),
    catch: (error) => new CommandError({ message: `Cannot read ${file ?? "standard input"} (${why(error)})` })
  })

const headersIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(/\r?\n/).flatMap((line) => {
      const [, name, value] = /^([^\s:]+):\s*(.*?)\s*$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]]
    })
  )

const sendTest = Command.make(
  "send-test",
  { organization },
  Effect.fn("webhook send-test")(function* ({ organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const answer = yield* admin.ask(({ writeBack }) => writeBack.test({ params }))
    yield* print(answer, fields)
    if (!answer.delivered) return yield* new CommandError({ message: `Not delivered: ${answer.reason}` })
  })
).pipe(
  Command.withDescription("Send a signed sample to the organization's target and show the answer"),
  Command.withExamples([{ command: "carillon webhook send-test --org 1" }])
)

export const webhook = Command.make("webhook").pipe(
  Command.withDescription("Webhooks: receive them here, check one, send a sample"),
  Command.withSubcommands([listen, verify, sendTest])
)
