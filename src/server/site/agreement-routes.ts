import { endpoints } from '#contract/endpoints.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Route } from '#server/platform/http/route.ts';
import { linkedVehicle } from '#server/vehicles/linked-vehicles.ts';
import { contractTemplate } from './contract-template.ts';

/** The Data Sharing Agreement that a third party's use needs. */
export function agreementRoutes(route: Route, services: Services): void {
  route(endpoints.agreementTemplate, async ({ vehicleId, ...typed }, { account, language }) => {
    const vehicle = vehicleId ? await linkedVehicle(services, account, vehicleId) : null;
    return contractTemplate(language, {
      ...typed,
      vehicle,
      holderName: services.config.HOLDER_NAME,
    });
  });
}
