import { Layer } from "effect"
import { Contacts } from "../../../src/contacts/Contacts.ts"
import { importing } from "../../../src/contacts/layer.ts"
import { accountsAndContacts, onDatabase, onNewDatabase, type Settings } from "./ground.ts"

type ContactsLayer = Layer.Layer<Contacts, never, Layer.Services<typeof Contacts.layer>>

/** Imports on an existing database; a test may replace the contacts. */
export const importServicesOn = (settings: Settings, contacts: ContactsLayer = Contacts.layer) =>
  importing.pipe(Layer.provideMerge(contacts), Layer.provideMerge(accountsAndContacts), onDatabase(settings))

/** Imports on an empty database. */
export const importServices = (settings: Settings = {}, contacts: ContactsLayer = Contacts.layer) =>
  onNewDatabase((given) => importServicesOn(given, contacts))(settings)
