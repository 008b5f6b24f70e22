import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { ContactJson } from "../../../contacts/contact-rows.ts"
import type { Listed, Page } from "../../../domain/schema/page.ts"
import { paged } from "../for-organization.ts"

/**
 * Puts a page of contacts, which are JSON already, into the envelope of a list. A large page is sent contact by contact,
 * so that live calls are served in between.
 */
export const contactPage = <E, R>(listed: Effect.Effect<Listed<ContactJson>, E, R>, page: Page) =>
  Effect.map(paged(listed, page), ({ data, ...others }) => {
    const end = `],${JSON.stringify(others).slice(1)}`
    const size = data.reduce((sum, { length }) => sum + length, 0)
    if (size <= largePage) return HttpServerResponse.text(`{"data":[${data.join(",")}${end}`, json)
    const parts = data.map((contact, index) => `${index === 0 ? `{"data":[` : ","}${contact}`)
    const body = Stream.fromIterable([...parts, end], { chunkSize: 1 })
    return HttpServerResponse.stream(Stream.encodeText(body), json)
  })

const json = { contentType: "application/json" }

/** Size from which a page is large, characters. */
const largePage = 262_144
