import { Schema, SchemaTransformation } from "effect"
import { Multipart } from "effect/http"
import { bulkBodyLimit } from "../shared/middleware.ts"

// Multipart.SingleFileSchema with a message that also fits a text field or two files.
const message = "must be one file, sent with its name"
const OneFile = Multipart.FilesSchema.annotate({ message })
  .check(Schema.isBetweenLength(1, 1, { message }))
  .pipe(
    Schema.decodeTo(
      Multipart.PersistedFileSchema,
      SchemaTransformation.transform({ decode: ([file]) => file as Multipart.PersistedFile, encode: (file) => [file] })
    )
  )

/** The CSV file of a form. */
export const csvFile = OneFile.annotate({ description: "A .csv file, at most 16 MiB" })

const numbersLimit = 32 * 1024 * 1024

/** The file of a form that has a million numbers or more. */
export const numbersFile = OneFile.annotate({ description: "A .csv or .txt file, at most 32 MiB" })

/** Limits of a form with such a file. */
export const numbersLimits = { maxParts: 10, maxFileSize: numbersLimit, maxTotalSize: numbersLimit + 65_536 }

/** Limits of a form with a CSV file. */
export const fileLimits = { maxParts: 10, maxFileSize: bulkBodyLimit, maxTotalSize: bulkBodyLimit + 65_536 }
