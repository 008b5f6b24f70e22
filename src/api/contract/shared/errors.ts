import { Effect, Schema } from "effect"

const Detail = Schema.Struct({
  path: Schema.String.annotate({ description: "Path of the rejected field, such as contacts.3.phoneNumber" }),
  message: Schema.String
})

// Every failure has this body. The middleware fills in the request id when the answer leaves.
const body = <const Status extends number, const Title extends string>(
  statusCode: Status,
  error: Title,
  code: string
) =>
  Schema.Struct({
    statusCode: constant(statusCode),
    message: Schema.String.annotate({ description: "The problem, and how to fix it" }),
    error: constant(error),
    code: Schema.String.pipe(Schema.withConstructorDefault(Effect.succeed(code))),
    requestId: Schema.String.pipe(Schema.withConstructorDefault(Effect.succeed(""))),
    details: Schema.optionalKey(Schema.Array(Detail))
  })

const constant = <const A extends string | number>(value: A) =>
  Schema.Literal(value).pipe(Schema.withConstructorDefault(Effect.succeed(value)))

export class BadRequest extends Schema.Error<BadRequest>("BadRequest")(
  body(400, "Bad Request", "BAD_REQUEST").annotate({ identifier: "BadRequestError" }),
  { httpApiStatus: 400 }
) {
  readonly _tag = "BadRequest"
}

export class Unauthorized extends Schema.Error<Unauthorized>("Unauthorized")(
  body(401, "Unauthorized", "UNAUTHORIZED").annotate({ identifier: "UnauthorizedError" }),
  { httpApiStatus: 401 }
) {
  readonly _tag = "Unauthorized"
}

export class PaymentRequired extends Schema.Error<PaymentRequired>("PaymentRequired")(
  body(402, "Payment Required", "QUOTA_EXCEEDED").annotate({ identifier: "PaymentRequiredError" }),
  { httpApiStatus: 402 }
) {
  readonly _tag = "PaymentRequired"
}

export class Forbidden extends Schema.Error<Forbidden>("Forbidden")(
  body(403, "Forbidden", "FORBIDDEN").annotate({ identifier: "ForbiddenError" }),
  { httpApiStatus: 403 }
) {
  readonly _tag = "Forbidden"
}

export class NotFound extends Schema.Error<NotFound>("NotFound")(
  body(404, "Not Found", "NOT_FOUND").annotate({ identifier: "NotFoundError" }),
  { httpApiStatus: 404 }
) {
  readonly _tag = "NotFound"
}

export class Conflict extends Schema.Error<Conflict>("Conflict")(
  body(409, "Conflict", "CONFLICT").annotate({ identifier: "ConflictError" }),
  { httpApiStatus: 409 }
) {
  readonly _tag = "Conflict"
}

export class PayloadTooLarge extends Schema.Error<PayloadTooLarge>("PayloadTooLarge")(
  body(413, "Payload Too Large", "PAYLOAD_TOO_LARGE").annotate({ identifier: "PayloadTooLargeError" }),
  { httpApiStatus: 413 }
) {
  readonly _tag = "PayloadTooLarge"
}

export class UnsupportedMediaType extends Schema.Error<UnsupportedMediaType>("UnsupportedMediaType")(
  body(415, "Unsupported Media Type", "UNSUPPORTED_MEDIA_TYPE").annotate({ identifier: "UnsupportedMediaTypeError" }),
  { httpApiStatus: 415 }
) {
  readonly _tag = "UnsupportedMediaType"
}

export class UnprocessableEntity extends Schema.Error<UnprocessableEntity>("UnprocessableEntity")(
  body(422, "Unprocessable Entity", "UNPROCESSABLE_ENTITY").annotate({ identifier: "UnprocessableEntityError" }),
  { httpApiStatus: 422 }
) {
  readonly _tag = "UnprocessableEntity"
}

export class UpgradeRequired extends Schema.Error<UpgradeRequired>("UpgradeRequired")(
  body(426, "Upgrade Required", "UPGRADE_REQUIRED").annotate({ identifier: "UpgradeRequiredError" }),
  { httpApiStatus: 426 }
) {
  readonly _tag = "UpgradeRequired"
}

export class TooManyRequests extends Schema.Error<TooManyRequests>("TooManyRequests")(
  body(429, "Too Many Requests", "TOO_MANY_REQUESTS").annotate({ identifier: "TooManyRequestsError" }),
  { httpApiStatus: 429 }
) {
  readonly _tag = "TooManyRequests"
}

export class InternalServerError extends Schema.Error<InternalServerError>("InternalServerError")(
  body(500, "Internal Server Error", "INTERNAL_SERVER_ERROR").annotate({ identifier: "InternalServerError" }),
  { httpApiStatus: 500 }
) {
  readonly _tag = "InternalServerError"
}

export class ServiceUnavailable extends Schema.Error<ServiceUnavailable>("ServiceUnavailable")(
  body(503, "Service Unavailable", "SERVICE_UNAVAILABLE").annotate({ identifier: "ServiceUnavailableError" }),
  { httpApiStatus: 503 }
) {
  readonly _tag = "ServiceUnavailable"
}
