// Imported by its own path: the index of the package takes longer to load than everything else.
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Logger, Runtime } from "effect"
import { CliConfig, type CliError, CliOutput, Command, Flag, GlobalFlag } from "effect/cli"
import packageJson from "../package.json" with { type: "json" }
import { Url } from "./cli/admin-client.ts"
import { adminToken } from "./cli/commands/access/admin-tokens.ts"
import { key } from "./cli/commands/access/api-keys.ts"
import { people } from "./cli/commands/access/people.ts"
import { secrets } from "./cli/commands/access/secrets.ts"
import { securityLog } from "./cli/commands/access/security-log.ts"
import { call } from "./cli/commands/calls.ts"
import { campaign } from "./cli/commands/campaigns.ts"
import { contact } from "./cli/commands/contacts.ts"
import { costs } from "./cli/commands/costs.ts"
import { doctor } from "./cli/commands/doctor.ts"
import { events } from "./cli/commands/events.ts"
import { flow } from "./cli/commands/flows.ts"
import { audit } from "./cli/commands/law/audit.ts"
import { consent } from "./cli/commands/law/consent.ts"
import { disclosure } from "./cli/commands/law/disclosure.ts"
import { dnc } from "./cli/commands/law/dnc.ts"
import { law } from "./cli/commands/law/law.ts"
import { person } from "./cli/commands/law/person.ts"
import { registry } from "./cli/commands/law/registry.ts"
import { review } from "./cli/commands/review.ts"
import { callerId } from "./cli/commands/settings/caller-ids.ts"
import { carrierAccount } from "./cli/commands/settings/carrier-accounts.ts"
import { mcp } from "./cli/commands/settings/mcp.ts"
import { model } from "./cli/commands/settings/models.ts"
import { org } from "./cli/commands/settings/organizations.ts"
import { speech } from "./cli/commands/settings/speech.ts"
import { transferTarget } from "./cli/commands/settings/transfer-targets.ts"
import { voice } from "./cli/commands/settings/voices.ts"
import { webhook } from "./cli/commands/settings/webhook.ts"
import { CommandError, Json, print, UsageError } from "./cli/output.ts"
import { AppConfig } from "./platform/config.ts"
import { causeText } from "./platform/observability/Logging.ts"

/** Runs the command that the arguments name. */
export const runCommand = (args: ReadonlyArray<string>): Effect.Effect<void, unknown> => {
  // Read before the command line is parsed, because parsing may fail.
  const json = args.includes("--json")
  return Command.runWith(carillon, { version: packageJson.version })(args).pipe(
    Effect.catchTag("ShowHelp", (error) => Effect.fail(usageError(error))),
    Effect.catchCause((cause): Effect.Effect<never, unknown> => (json ? reportAsJson(cause) : Effect.failCause(cause))),
    Effect.provide([
      NodeServices.layer,
      CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
      CliOutput.layerPresenter(presenter)
    ])
  )
}

const serve = Command.make(
  "serve",
  {},
  Effect.fnUntraced(function* () {
    if (yield* Json) process.env.LOG_FORMAT = "json"
    // Loaded here only, so that the other commands start faster.
    const { server } = yield* Effect.promise(() => import("./main.ts"))
    yield* server
  })
).pipe(Command.withDescription("Run the server until SIGTERM or Ctrl-C"))

const demo = Command.make(
  "demo",
  {
    fresh: Flag.Boolean("fresh").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Remove the data of earlier demos and start from scratch")
    ),
    pace: Flag.Int("pace").pipe(
      Flag.filter(
        (pace) => pace >= 2 && pace <= 2000,
        () => "Expected: from 2 to 2000 calls a minute"
      ),
      Flag.withDefault(40),
      Flag.withDescription("Calls a minute (default 40)")
    )
  },
  Effect.fnUntraced(function* (options) {
    const { prepareDemo, runDemo } = yield* Effect.promise(() => import("./cli/demo/demo.ts"))
    const log = yield* prepareDemo(options)
    const { serverBeside } = yield* Effect.promise(() => import("./server-beside.ts"))
    yield* Effect.scoped(serverBeside({ log, work: runDemo(options) }))
  })
).pipe(
  Command.withDescription(
    "Set up an organization with 60 contacts, call them all on the simulated carrier and show the calls live; then keep serving until SIGTERM or Ctrl-C. Needs no network and no settings. Data is stored in DATA_DIR (default ./.carillon/demo); the next run starts new campaigns on it. HOST, PORT, SIMULATOR_SPEED (default 4) and ADMIN_TOKEN apply; settings for databases, brokers, carriers and models are ignored"
  ),
  Command.withExamples([
    { command: "carillon demo" },
    { command: "carillon demo --fresh --pace 120" },
    { command: "PORT=9000 carillon demo" }
  ])
)

const migrate = Command.make(
  "migrate",
  {},
  Effect.fnUntraced(function* () {
    const { migrateOnly } = yield* Effect.promise(() => import("./platform/sql/Sql.ts"))
    // Without the log: the command prints the same as its result.
    const applied = yield* migrateOnly.pipe(Effect.provide([AppConfig.layer, Logger.layer([])]))
    const names = applied.map(([id, name]) => `${String(id).padStart(4, "0")}_${name}`)
    yield* print({ applied: names }, () =>
      names.length === 0 ? "The database is up to date." : names.map((name) => `Applied ${name}`).join("\n")
    )
  })
).pipe(Command.withDescription("Bring the database up to date, as serve does when it starts"))

const withServer = Command.withGlobalFlags([Url])

const carillon = Command.make("carillon").pipe(
  Command.withDescription(
    "Automated AI voice calls from campaigns. Settings are environment variables, listed in the README."
  ),
  Command.withSubcommands([
    serve,
    demo,
    migrate,
    withServer(org),
    withServer(key),
    withServer(flow),
    withServer(speech),
    withServer(voice),
    withServer(model),
    withServer(law),
    withServer(mcp),
    withServer(transferTarget),
    withServer(callerId),
    withServer(carrierAccount),
    withServer(campaign),
    withServer(call),
    withServer(contact),
    withServer(person),
    withServer(consent),
    withServer(costs),
    withServer(disclosure),
    withServer(dnc),
    withServer(registry),
    withServer(review),
    withServer(events),
    withServer(webhook),
    withServer(adminToken),
    withServer(people),
    withServer(secrets),
    withServer(securityLog),
    withServer(audit),
    withServer(doctor)
  ]),
  Command.withGlobalFlags([Json])
)

const presenter = CliOutput.Presenter.of({
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? Effect.void
      : event._tag === "Version"
        ? Console.log(`${event.name} ${event.version}`)
        : event.reason === "Requested"
          ? CliOutput.defaultPresenter.present(event)
          : Effect.flatMap(CliOutput.Formatter, (formatter) => Console.error(formatter.formatHelpDoc(event.helpDoc)))
})

const usageError = ({ commandPath, errors }: CliError.ShowHelp) => {
  const problems = errors.map((error) => {
    const [problem] = error.message.split("\n")
    const guesses = "suggestions" in error ? error.suggestions.join(" or ") : ""
    return guesses === "" ? problem : `${problem}: did you mean ${guesses}?`
  })
  const problem = problems.length === 0 ? "Name a command" : problems.join("; ")
  return new UsageError({ message: `${problem} (see ${commandPath.join(" ")} --help)` })
}

// An error that is marked as reported prints nothing else.
const reportAsJson = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>) {
  const error = Cause.squash(cause)
  const message = !Cause.hasDies(cause) && error instanceof Error ? error.message : causeText(cause)
  const failure = error instanceof CommandError && error.failure !== undefined ? error.failure : { message }
  yield* Console.error(JSON.stringify({ error: failure }))
  const exitCode = Runtime.getErrorExitCode(error)
  return yield* Effect.fail(
    Object.assign(new Error(), { [Runtime.errorReported]: false, [Runtime.errorExitCode]: exitCode })
  )
})
