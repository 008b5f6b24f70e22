import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { CarrierAccount, NewCarrierAccount } from "../../../domain/callers/CarrierAccount.ts"
import { rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byOrganization, Success } from "../shared/lists.ts"

export class CarrierAccountsGroup extends HttpApiGroup.make("carrierAccounts")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byOrganization,
      success: Schema.Struct({ data: Schema.Array(CarrierAccount) }),
      error: NotFound
    }).pipe(viewerEndpoint("List an organization's own carrier accounts", "In the order of their ids.")),
    HttpApiEndpoint.put("put", "/", {
      params: byOrganization,
      payload: NewCarrierAccount,
      success: CarrierAccount,
      error: [BadRequest, NotFound]
    }).pipe(
      rootEndpoint(
        "Add a carrier account, or change it",
        `Numbers of the organization may call from it. Its callbacks are verified with its own auth token, and count only for calls
that were placed from it. The carrier is asked first: 400 if it does not accept the token, or if the account is closed. If it does not
answer, the account is stored as not examined. The token is stored sealed and never returned. Used if the carrier of the installation is
Twilio. Recorded in the security log, without the token.`
      )
    ),
    HttpApiEndpoint.delete("remove", "/:accountId", {
      params: { ...byOrganization, accountId: Schema.String },
      success: Success,
      error: [NotFound, Conflict]
    }).pipe(
      rootEndpoint(
        "Remove a carrier account",
        `Its token is deleted. 409 while numbers call from it, and while calls from it are under way: without the token they could
neither be ended nor looked up, and their callbacks would be refused. Recorded in the security log.`
      )
    )
  )
  .annotate(OpenApi.Title, "Carrier accounts")
  .annotate(OpenApi.Description, "The accounts at the carrier that organizations have themselves.")
  .prefix("/admin/v1/organizations/:id/carrier-accounts") {}
