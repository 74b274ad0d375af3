// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Quotes and summaries of public and private markets
/// @notice `routerAddress` is the contract the market lives on. All amounts have 18 decimals.
interface IMarketReader {
    struct OutcomeInfo {
        uint8 outcomeId;
        string name;
        uint256 virtualReserve;
        uint256 totalCost;
        uint256 circulatingShares;
        /// What the next share costs in USDB, before tax, rounded up.
        uint256 pricePerShare;
        /// 1e18 is certainty; rounded down.
        uint256 probability;
        bool hasWon;
    }

    /// @notice Every outcome of a market, in the order of their ids.
    function getAllOutcomes(address routerAddress, address marketToken)
        external
        view
        returns (OutcomeInfo[] memory);

    /// @notice Shares `usdcAmount` buys from these orders, one after the other, and then from the pool: what
    /// `buyOrdersAndContract` gives `user` now. Reverts when the market is final or an order is about another outcome;
    /// whether `user` can pay or is admitted does not matter.
    function estimateSharesOut(
        address routerAddress,
        address marketToken,
        uint8 outcomeId,
        uint256 usdcAmount,
        uint256[] calldata orderIds,
        address user
    ) external view returns (uint256);

    /// @notice What shares of an outcome pay if it wins and nothing else changes.
    /// @param estimatedUsdcToPool What enters the pool for these shares, without tax.
    /// @return holdPayout For shares that are in circulation already.
    /// @return simulatedAmmPayout For shares still to be bought from the pool for `estimatedUsdcToPool`.
    function getPotentialPayout(
        address routerAddress,
        address marketToken,
        uint8 outcomeId,
        uint256 sharesAmount,
        uint256 estimatedUsdcToPool
    ) external view returns (uint256 holdPayout, uint256 simulatedAmmPayout);
}
