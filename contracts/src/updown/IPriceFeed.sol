// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AggregatorV3Interface} from "./AggregatorV3Interface.sol";

/// @title Price feed of a local chain, posted by its operator
/// @notice Prices have 8 decimals. All updates are in phase 1: the first one has the id `(1 << 64) + 1`. On other chains the
/// rounds read Chainlink's feeds.
interface IPriceFeed is AggregatorV3Interface {
    /// @notice The operator posted a price.
    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    /// @notice There is no update with this id, or none yet.
    error NoDataPresent();
    /// @notice The price does not fit 192 bits.
    error InvalidPrice();

    /// @notice Posts a price. Reserved to the operator.
    function update(int256 answer) external;
}
