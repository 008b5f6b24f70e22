import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import type { SecretsStatus } from "../../../domain/operations/SecretsStatus.ts"
import { adminClient } from "../../admin-client.ts"
import { filledArgument } from "../../flags.ts"
import { print, remark, table } from "../../output.ts"

const status = Command.make(
  "status",
  {},
  Effect.fn("secrets status")(function* () {
    const admin = yield* adminClient
    yield* print(yield* admin.ask(({ secrets }) => secrets.status()), statusText)
  })
).pipe(Command.withDescription("List the encryption keys, and what each of them still seals"))

const rotate = Command.make(
  "rotate",
  {},
  Effect.fn("secrets rotate")(function* () {
    const admin = yield* adminClient
    let rotation = yield* admin.ask(({ secrets }) => secrets.rotate())
    yield* remark(`Sealing everything with ${rotation.keyId}. It goes on without this command, which may be stopped.`)
    let shown = ""
    while (rotation.finishedAt === null) {
      const line = `${rotation.table ?? "Waiting for a node with the role workers"}: ${rotation.resealed} sealed anew`
      if (line !== shown) yield* remark(line)
      shown = line
      yield* Effect.sleep("1 second")
      rotation = (yield* admin.ask(({ secrets }) => secrets.rotation())) ?? rotation
    }
    yield* print(rotation, ({ keyId, resealed, unreadable }) =>
      unreadable === 0
        ? `Everything is sealed with ${keyId}; ${resealed} sealed anew`
        : `${resealed} sealed anew with ${keyId}; ${unreadable} could not be opened and stay as they are: see the log`
    )
  })
).pipe(
  Command.withDescription(
    "Seal everything anew with the first key of ENCRYPTION_KEY, while calls go on. Run again after a crash: it continues"
  )
)

const retire = Command.make(
  "retire",
  { key: filledArgument("KEY").pipe(Argument.withDescription("Id of the key, see secrets status")) },
  Effect.fn("secrets retire")(function* ({ key }) {
    const admin = yield* adminClient
    const answer = yield* admin.ask(({ secrets }) => secrets.retire({ params: { keyId: key } }))
    yield* print(answer, () => `Retired ${key}: remove it from ENCRYPTION_KEY on every node, and restart them`)
  })
).pipe(Command.withDescription("Retire an encryption key of which nothing is left, so that it can be removed"))

type Key = SecretsStatus["keys"][number]

const statusText = ({ digestsOfUnknownKey, isComplete, keys, rotation }: SecretsStatus) =>
  [
    table(keys, columns, "No keys."),
    ...(isComplete ? [] : ["", "There are too many values to count in 10 s: SEALED is a minimum."]),
    "",
    rotation === null
      ? "No rotation yet: carillon secrets rotate"
      : rotation.finishedAt === null
        ? `Rotation to ${rotation.keyId} goes on (${rotation.table ?? "begins"}): ${rotation.resealed} sealed anew`
        : `Rotation to ${rotation.keyId} finished at ${rotation.finishedAt.toISOString()}: ${rotation.resealed} sealed anew`,
    ...digestRemarks(keys, digestsOfUnknownKey)
  ].join("\n")

const digestRemarks = (keys: ReadonlyArray<Key>, unknown: Key["digests"]) => {
  const others = [...keys.filter(({ state }) => state !== "FIRST").map(({ digests }) => digests), unknown]
  const sum = (of: (digests: Key["digests"]) => number) => others.reduce((total, one) => total + of(one), 0)
  const [tokens, numbers] = [sum(({ adminTokens, apiKeys }) => adminTokens + apiKeys), sum((one) => one.doNotContact)]
  return [
    ...(tokens === 0
      ? []
      : [`${tokens} API keys and admin tokens have digests of other keys: each is renewed at its next use`]),
    ...(numbers === 0
      ? []
      : [`${numbers} erased numbers on Do Not Contact have digests of other keys: their digest keys are kept`])
  ]
}

const columns = {
  KEY: ({ id }: Key) => id,
  STATE: ({ state }: Key) => state,
  SEALED: ({ sealed }: Key) => sealed,
  "API KEYS": ({ digests }: Key) => digests.apiKeys,
  "ADMIN TOKENS": ({ digests }: Key) => digests.adminTokens,
  "DO NOT CONTACT": ({ digests }: Key) => digests.doNotContact,
  NODES: ({ nodes }: Key) => nodes,
  RETIRED: ({ retiredAt }: Key) => retiredAt
}

export const secrets = Command.make("secrets").pipe(
  Command.withDescription("Encryption keys: what they seal, and how to replace one"),
  Command.withSubcommands([status, rotate, retire])
)
