import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ToolTests } from "../../../tools/ToolTests.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath } from "../for-organization.ts"

export const AdminToolTestsLive = HttpApiBuilder.group(
  AdminApi,
  "toolTests",
  Effect.fnUntraced(function* (handlers) {
    const tests = yield* ToolTests
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      run: forOrganization((organizationId, { payload }, actor) => tests.run(organizationId, payload, actor)),
      runCallData: forOrganization((organizationId, { payload }, actor) =>
        tests.runCallData(organizationId, payload, actor)
      )
    })
  })
)
