import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { AppConfig } from "../../platform/config.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { Analyses } from "./Analyses.ts"
import { storeResultKeys } from "./result-keys.ts"

/** Makes the keys of analyses that a node of the release before has stored. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const secrets = yield* Secrets
    const analyses = yield* Analyses
    const { roles } = yield* AppConfig

    /** Makes the keys of some analyses. Returns whether there may be others. */
    const makeSome = Effect.gen(function* () {
      const rows = yield* sql<{ organizationId: number; attemptId: string; finding: string }>`
        select organization_id, attempt_id, finding from analyses where not has_result_keys and not given_up
        limit ${partSize} for update skip locked`
      const opened = yield* Effect.forEach(rows, ({ attemptId, finding, organizationId }) =>
        Effect.map(
          // An analysis that no key opens has no results to be found by.
          Effect.catchDefect(analyses.open(organizationId, attemptId, finding), () => Effect.succeed({ results: {} })),
          ({ results = {} }) => ({ organizationId, attemptId, results })
        )
      )
      yield* storeResultKeys(sql, secrets, opened)
      return rows.length === partSize
    }).pipe(transaction(sql))

    const work = Effect.forever(
      Effect.andThen(Effect.repeat(makeSome, { while: (goesOn) => goesOn }), Effect.sleep("1 minute"))
    )
    if (roles.has("workers")) {
      yield* Effect.forkScoped(keepGoing("Could not make the keys of results; retrying")(work))
    }
  })
)

/** Number of analyses of one part, which is one transaction. */
const partSize = 50
