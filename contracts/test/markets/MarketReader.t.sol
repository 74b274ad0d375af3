// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketReader} from "../../src/markets/IMarketReader.sol";
import {MarketsFixture} from "../helpers/MarketsFixture.sol";

/// @dev Estimates are compared with purchases in `OrderBook.t.sol`.
contract MarketReaderTest is MarketsFixture {
    function test_outcomesAreSummarised() public {
        address market = createMarket(3, 0);
        uint256 shares = bet(ALICE, market, 1, 100e18);
        IMarketReader.OutcomeInfo[] memory infos = reader.getAllOutcomes(address(trading), market);
        vm.assertEq(infos.length, 3);
        uint256 sum;
        for (uint256 i; i < 3; ++i) {
            vm.assertEq(infos[i].outcomeId, i);
            vm.assertEq(infos[i].name, trading.optionNames(market, i));
            vm.assertFalse(infos[i].hasWon);
            vm.assertEq(infos[i].pricePerShare - infos[i].probability, 1, "against the buyer");
            sum += infos[i].probability;
        }
        vm.assertEq(infos[1].circulatingShares, shares);
        vm.assertEq(infos[1].totalCost, 98.5e18);
        vm.assertEq(infos[1].virtualReserve - infos[0].virtualReserve, 98.5e18);
        vm.assertGe(sum, 1e18 - 3, "sum of probabilities");
        finalizeUndisputed(market, 1);
        infos = reader.getAllOutcomes(address(trading), market);
        vm.assertTrue(infos[1].hasWon && !infos[0].hasWon && !infos[2].hasWon);
    }

    function test_nobodyWinsAnInvalidMarket() public {
        address market = createMarket(2, 0);
        finalizeUndisputed(market, 254);
        IMarketReader.OutcomeInfo[] memory infos = reader.getAllOutcomes(address(trading), market);
        vm.assertFalse(infos[0].hasWon || infos[1].hasWon);
    }

    function test_potentialPayouts() public {
        address market = createMarket(2, 0);
        uint256 shares = bet(ALICE, market, 0, 100e18);
        bet(BOB, market, 1, 100e18);
        (uint256 hold,) = reader.getPotentialPayout(address(trading), market, 0, shares, 0);
        vm.assertEq(hold, trading.getPool(market));
        (hold,) = reader.getPotentialPayout(address(trading), market, 0, shares / 2, 0);
        vm.assertEq(hold, shares / 2 * trading.getPool(market) / shares);
        // Shares that are still to be bought increase the pool too.
        uint256 more = reader.estimateSharesOut(address(trading), market, 0, 10e18, new uint256[](0), BOB);
        (, uint256 simulated) = reader.getPotentialPayout(address(trading), market, 0, more, 9.85e18);
        vm.assertEq(simulated, more * (trading.getPool(market) + 9.85e18) / (shares + more));
        (hold, simulated) = reader.getPotentialPayout(address(trading), createMarket(2, 0), 0, 0, 0);
        vm.assertEq(hold + simulated, 0, "nobody holds any");
    }

    function test_estimateOfNothingIsNothing() public {
        address market = createMarket(2, 0);
        vm.assertEq(reader.estimateSharesOut(address(trading), market, 0, 0, new uint256[](0), BOB), 0);
        vm.assertEq(reader.estimateSharesOut(address(trading), market, 0, 1e18 - 1, new uint256[](0), BOB), 0);
        vm.assertTrue(reader.estimateSharesOut(address(trading), market, 0, 1e18, new uint256[](0), BOB) > 0);
    }
}
