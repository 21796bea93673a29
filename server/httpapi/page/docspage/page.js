/* global SwaggerUIBundle, SwaggerUIStandalonePreset */
const contracts = JSON.parse(document.getElementById('docs').dataset.contracts);
SwaggerUIBundle({
  dom_id: '#docs',
  urls: contracts,
  'urls.primaryName': contracts[0].name,
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
