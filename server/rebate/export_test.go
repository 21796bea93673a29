package rebate

// BatchSize is how many members one transaction deals with.
const BatchSize = batchSize
