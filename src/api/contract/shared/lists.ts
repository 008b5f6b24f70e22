import { Schema } from "effect"
import { RowId } from "../../../domain/schema/uuid.ts"
import { filterText } from "../../../domain/text/text.ts"

/** The answer of a DELETE that returns nothing else. */
export const Success = Schema.Struct({ success: Schema.Boolean }).annotate({ identifier: "Success" })

/** The envelope of the lists that nest their page information. Most lists use `pageOf`. */
export const paginated = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    pagination: Schema.Struct({
      page: Schema.Int,
      limit: Schema.Int,
      total: Schema.Int,
      totalPages: Schema.Int
    })
  })

const searchFor = (field: string) => ({
  search: Schema.optionalKey(filterText(`A part of ${field}, case-insensitive`))
})

export const searchQuery = searchFor("the name or the phone number")
export const searchByName = searchFor("the name")
export const searchByNumber = searchFor("the phone number")

/** The id of a row of an organization, in a path. */
export const byId = { id: RowId }
/** The id of an organization, in a path. */
export const byOrganization = { id: Schema.String }

export const contactIds = Schema.Array(Schema.String).annotate({ description: "Contact ids; unknown ids are ignored" })
