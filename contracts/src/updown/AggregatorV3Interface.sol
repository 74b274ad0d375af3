// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title A Chainlink price feed, as its readers see it
/// @notice Ids of rounds are `phase << 64 | round of the phase`. The rounds of a phase count from 1; a new phase begins when
/// the feed gets another aggregator. For an unknown id some feeds revert and others answer zeros.
interface AggregatorV3Interface {
    /// @notice Decimals of the answers.
    function decimals() external view returns (uint8);

    /// @notice The pair, such as `BTC / USD`.
    function description() external view returns (string memory);

    /// @notice Version of the aggregator.
    function version() external view returns (uint256);

    /// @notice One update of the price.
    /// @return roundId The id asked for.
    /// @return answer The price.
    /// @return startedAt When the round began, in seconds.
    /// @return updatedAt When the price was posted, in seconds; 0 for none.
    /// @return answeredInRound As `roundId`; kept for old readers.
    function getRoundData(uint80 _roundId)
        external
        view
        returns (
            uint80 roundId,
            int256 answer,
            uint256 startedAt,
            uint256 updatedAt,
            uint80 answeredInRound
        );

    /// @notice The latest update of the present phase, with the values of `getRoundData`.
    function latestRoundData()
        external
        view
        returns (
            uint80 roundId,
            int256 answer,
            uint256 startedAt,
            uint256 updatedAt,
            uint80 answeredInRound
        );
}
