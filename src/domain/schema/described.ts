import type { Schema } from "effect"

/** Adds the description that OpenAPI documents, or the tools of a model, give of a field. */
export const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })
