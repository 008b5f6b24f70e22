import { Effect, Schema } from "effect"
import { HeaderSetName } from "../../domain/tools/FlowTool.ts"
import type { Secrets } from "../../platform/secrets/Secrets.ts"
import type { SealedColumn } from "../../platform/secrets/sealed-column.ts"

type Headers = Readonly<Record<string, string>>

interface Row {
  readonly id: string
  /** The sealed headers. */
  readonly headers: string
}

/** Seals and opens the headers of requests in a column of theirs. */
export const makeSealedHeaders = ({ open, seal }: Secrets["Service"], column: SealedColumn) => ({
  seal: (organizationId: number, id: string, headers: Headers) =>
    seal(JSON.stringify(headers), column.place(organizationId, id)),
  open: (organizationId: number, { headers, id }: Row) =>
    Effect.map(open(headers, column.place(organizationId, id)), (text) => JSON.parse(text) as Headers)
})

/** Whether something may have this name. The database cannot search for each text that a path may contain. */
export const isHeaderSetName = Schema.is(HeaderSetName)
