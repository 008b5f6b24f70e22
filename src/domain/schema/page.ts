import { Effect, Schema, SchemaTransformation } from "effect"

/** The requested page of a list. */
export interface Page {
  readonly page: number
  readonly limit: number
}

export const offsetOf = ({ page, limit }: Page): number => (page - 1) * limit

/**
 * The offset of a page from the nearer end of a list of known length, because a database reads every row before the
 * offset. With `backwards`, the rows of the page come in the opposite order.
 */
export const nearerEnd = (page: Page, total: number) => {
  const offset = offsetOf(page)
  const limit = Math.max(0, Math.min(page.limit, total - offset))
  const after = total - offset - limit
  return after < offset ? { backwards: true, offset: Math.max(0, after), limit } : { backwards: false, offset, limit }
}

const wholeNumber = (maximum: number, defaultValue: number, description: string) =>
  Schema.String.annotate({ description: `${description}: 1 to ${maximum}, ${defaultValue} by default` })
    .check(
      Schema.makeFilter((text) => {
        const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : 0
        return number >= 1 && number <= maximum ? undefined : `must be a whole number from 1 to ${maximum}`
      })
    )
    .pipe(
      Schema.decodeTo(
        Schema.Int,
        SchemaTransformation.transform({
          decode: (text: string) => Number(text),
          encode: (number: number) => String(number)
        })
      ),
      Schema.withDecodingDefaultKey(Effect.succeed(String(defaultValue)))
    )

/** The query parameters of every list. */
export const pageQuery = {
  page: wholeNumber(90_000_000_000_000, 1, "Page number"),
  limit: wholeNumber(100, 20, "Items per page")
}

/** The envelope of most lists. A page past the end is empty. */
export const pageOf = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    total: Schema.Int,
    page: Schema.Int,
    limit: Schema.Int,
    totalPages: Schema.Int
  })

export interface Listed<A> {
  readonly data: ReadonlyArray<A>
  readonly total: number
}

export const toPage = <A>({ data, total }: Listed<A>, { page, limit }: Page) => ({
  data,
  total,
  page,
  limit,
  totalPages: Math.ceil(total / limit)
})
