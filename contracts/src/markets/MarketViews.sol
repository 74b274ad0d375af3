// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "./IMarketBook.sol";
import {MarketStore} from "./MarketStore.sol";

/// @dev Reads of a market's record that are more than the getter of a state variable.
abstract contract MarketViews is MarketStore {
    /// @inheritdoc IMarketBook
    function getMarketData(address marketToken) external view returns (MarketData memory) {
        return marketData[marketToken];
    }

    /// @inheritdoc IMarketBook
    function ecosystems(address maintoken)
        external
        view
        returns (address factory, address swap, address usdc, bool active)
    {
        if (maintoken != address(SWAP.MAIN())) return (address(0), address(0), address(0), false);
        return (address(FACTORY), address(SWAP), address(USDB), true);
    }

    /// @inheritdoc IMarketBook
    function getState(address marketToken)
        external
        view
        returns (uint256 endTime, uint8 finalOutcome, bool resolved, uint256 totalVirtualReserve)
    {
        MarketData storage market = _requireMarket(marketToken);
        return (market.endTime, market.finalOutcome, market.resolved, market.totalVirtualReserve);
    }

    /// @inheritdoc IMarketBook
    function getOutcome(address marketToken, uint8 outcomeId)
        external
        view
        returns (uint256 virtualReserve, uint256 totalCost, uint256 circulatingShares)
    {
        _checkOption(marketToken, outcomeId);
        Outcome storage outcome = outcomes[marketToken][outcomeId];
        return (outcome.virtualReserve, outcome.totalCost, outcome.circulatingShares);
    }

    /// @inheritdoc IMarketBook
    function getOptionNames(address marketToken) external view returns (string[] memory) {
        return optionNames[marketToken];
    }

    /// @inheritdoc IMarketBook
    function getNumOutcomes(address marketToken) public view returns (uint256) {
        return outcomes[marketToken].length;
    }

    /// @inheritdoc IMarketBook
    function getUserShares(address marketToken, address user, uint8 outcomeId)
        external
        view
        returns (uint256)
    {
        return userShares[marketToken][user][outcomeId];
    }
}
