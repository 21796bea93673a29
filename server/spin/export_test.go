package spin

// ChiSquared is chiSquared, for tests over HTTP.
var ChiSquared = chiSquared
