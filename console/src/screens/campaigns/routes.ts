import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"
import type { CampaignFilter } from "./campaign-filter.ts"
import { type SetupStep, setupSteps } from "./setup/setup-steps.ts"

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined)

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
    validateSearch: ({ search, status, useCase }: Record<string, unknown>): CampaignFilter => ({
      ...(text(search) && { search: text(search) as string }),
      ...(text(status) && { status: text(status) as NonNullable<CampaignFilter["status"]> }),
      ...(text(useCase) && { useCase: text(useCase) as NonNullable<CampaignFilter["useCase"]> })
    }),
    component: lazyRouteComponent(() => import("./CampaignsScreen.tsx"), "CampaignsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/campaigns/new",
    validateSearch: ({ audience, from }: Record<string, unknown>): NewCampaign => ({
      ...(text(from) && { from: text(from) as string }),
      ...(text(audience) && { audience: text(audience) as string })
    }),
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
    validateSearch: ({ step }: Record<string, unknown>): { readonly step: SetupStep } => ({
      step: setupSteps.find((one) => one === step) ?? "audience"
    }),
    component: lazyRouteComponent(() => import("./setup/SetupScreen.tsx"), "SetupScreen")
  })
] as const
