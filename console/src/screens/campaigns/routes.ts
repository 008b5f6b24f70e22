import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"
import { defined, oneOf, only, textIn } from "../../ui/browser/address.ts"
import type { CampaignFilter } from "./campaign-filter.ts"
import { type SetupStep, setupSteps } from "./setup/setup-steps.ts"

interface NewCampaign {
  /** The campaign that is cloned. */
  readonly from?: string
  /** The audience that is chosen at first. */
  readonly audience?: string
}

export const campaignRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/campaigns",
    validateSearch: only(
      ({ search, status, useCase }): CampaignFilter =>
        defined({
          search: textIn(search),
          status: textIn(status) as CampaignFilter["status"],
          useCase: textIn(useCase) as CampaignFilter["useCase"]
        })
    ),
    component: lazyRouteComponent(() => import("./CampaignsScreen.tsx"), "CampaignsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/campaigns/new",
    validateSearch: only(
      ({ audience, from }): NewCampaign => defined({ from: textIn(from), audience: textIn(audience) })
    ),
    component: lazyRouteComponent(() => import("./setup/NewCampaignScreen.tsx"), "NewCampaignScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/campaigns/$campaignId",
    component: lazyRouteComponent(() => import("./page/CampaignScreen.tsx"), "CampaignScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/campaigns/$campaignId/setup",
    validateSearch: only(({ step }): { readonly step: SetupStep } => ({ step: oneOf(setupSteps, step) ?? "audience" })),
    component: lazyRouteComponent(() => import("./setup/SetupScreen.tsx"), "SetupScreen")
  })
] as const
