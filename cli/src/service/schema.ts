/** Of every answer about the service. */
export const serviceSchema = "unf.service/1";
