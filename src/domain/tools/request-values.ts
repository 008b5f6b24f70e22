import type { Contact } from "../contacts/Contact.ts"

/** The values of placeholders in a request, such as `argument.day` or `contact.metadata.city`. */
export interface RequestValues {
  readonly argument: Readonly<Record<string, unknown>>
  readonly contact: Readonly<Record<string, unknown>> & { readonly metadata: Readonly<Record<string, unknown>> }
  readonly call: Readonly<Record<string, unknown>>
}

/** Fields that placeholders of a request may name besides arguments and the contact's metadata. */
export const nameableInRequests = {
  contact: [
    "id",
    "name",
    "firstName",
    "phoneNumber",
    "language",
    "ageBand",
    "gender",
    "cityTier",
    "occupation",
    "incomeBand",
    "productType"
  ],
  call: ["id", "campaignId", "attemptId"]
} as const satisfies {
  readonly contact: ReadonlyArray<keyof Contact | "firstName">
  readonly call: ReadonlyArray<string>
}

/** A call, as requests may name it. */
export type NamedCall = Readonly<Record<(typeof nameableInRequests)["call"][number], string>>

/** Returns the values of requests of a call, without arguments. */
export const requestValues = (contact: Contact, call: NamedCall): Omit<RequestValues, "argument"> => ({
  contact: { ...contact, firstName: contact.name.trim().split(/\s+/)[0] ?? "", metadata: contact.metadata },
  call
})
