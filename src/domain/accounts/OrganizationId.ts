import { Schema, SchemaTransformation } from "effect"

/** The id of an organization, as a field with a description: a number in the code, a decimal string on the wire. */
export const describedOrganizationId = (description?: string) =>
  (description === undefined ? Schema.String : Schema.String.annotate({ description }))
    .check(Schema.makeFilter((text) => (/^[0-9]{1,10}$/.test(text) ? undefined : "must be the id of an organization")))
    .pipe(
      Schema.decodeTo(
        Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })),
        SchemaTransformation.transform({ decode: (text: string) => Number(text), encode: (id: number) => String(id) })
      )
    )

/** The id of an organization: a number in the code, a decimal string on the wire. */
export const OrganizationId = describedOrganizationId()
