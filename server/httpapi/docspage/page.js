/* global SwaggerUIBundle, SwaggerUIStandalonePreset */
SwaggerUIBundle({
  dom_id: '#docs',
  urls: [
    { name: 'Portal: members', url: '/docs/openapi/portal.yaml' },
    { name: 'Operator: back office', url: '/docs/openapi/operator.yaml' },
    { name: 'Provider: games', url: '/docs/openapi/provider.yaml' },
    { name: 'Payment: gateways, banks, webhooks', url: '/docs/openapi/payment.yaml' },
  ],
  'urls.primaryName': 'Portal: members',
  layout: 'StandaloneLayout',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  filter: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
  // What our own clients send; the old GET forms demand it.
  requestInterceptor: (request) => {
    request.headers['X-Requested-With'] = 'wallet-user';
    return request;
  },
});
