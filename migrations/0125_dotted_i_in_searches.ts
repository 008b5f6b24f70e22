import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Earlier releases stored the letter İ of a name with a dot of its own, so that a search for its Turkish lower case, a plain
// i, found nothing.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const dotted = "i\u0307"
  for (const table of ["contacts", "campaigns"]) {
    yield* sql`update ${sql(table)} set search = normalize(replace(search, ${dotted}, 'i'), NFC)
      where search like ${`%${dotted}%`}`
  }
})
