import type { Contact } from "../../../src/domain/contacts/Contact.ts"

/** A contact of which only the name and the number are known. */
export const asha: Contact = {
  id: "019a0000-0000-7000-8000-000000000002",
  name: "Asha Rao",
  phoneNumber: "+919876543210",
  language: null,
  metadata: {},
  ageBand: null,
  gender: null,
  cityTier: null,
  occupation: null,
  incomeBand: null,
  productType: null,
  organizationId: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0)
}
