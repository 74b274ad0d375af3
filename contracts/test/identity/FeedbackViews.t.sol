// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IReputationRegistry} from "../../src/identity/IReputationRegistry.sol";
import {IdentityFixture} from "../helpers/IdentityFixture.sol";

contract FeedbackViewsTest is IdentityFixture {
    /// The mode of the decimals is 1: 8.7, 9.0 and 95 have the mean 37.5(6).
    function test_theMeanHasTheDecimalsOfMost() public {
        rate(BOB, 87, 1, "starred");
        rate(BOB, 90, 1, "starred");
        rate(CAROL, 95, 0, "starred");
        rate(CAROL, -4, 0, "other");
        (uint64 count, int128 value, uint8 decimals) =
            reputation.getSummary(0, reputation.getClients(0), "starred", "");
        vm.assertEq(count, 3);
        vm.assertTrue(value == 375);
        vm.assertEq(decimals, 1);
        (count, value, decimals) = reputation.getSummary(0, only(CAROL), "other", "");
        vm.assertTrue(count == 1 && value == -4 && decimals == 0);
    }

    function test_aSummaryNamesItsClients() public {
        rate(BOB, 87, 0, "");
        vm.expectRevert(IReputationRegistry.ClientsRequired.selector);
        reputation.getSummary(0, new address[](0), "", "");
        (uint64 count,,) = reputation.getSummary(0, only(CAROL), "", "");
        vm.assertEq(count, 0);
    }

    /// A mean that does not fit the decimals of most has fewer, instead of a number that means something else.
    function test_aMeanThatIsTooLargeHasFewerDecimals() public {
        rate(BOB, 1, 18, "");
        rate(BOB, 1, 18, "");
        rate(CAROL, 1e38, 0, "");
        (, int128 value, uint8 decimals) = reputation.getSummary(0, reputation.getClients(0), "", "");
        vm.assertEq(decimals, 0);
        vm.assertTrue(value == int128(1e38) / 3);
    }

    function test_revokedFeedbackDoesNotCount() public {
        rate(BOB, 10, 0, "");
        rate(BOB, 90, 0, "");
        vm.prank(BOB);
        reputation.revokeFeedback(0, 1);
        (uint64 count, int128 value,) = reputation.getSummary(0, only(BOB), "", "");
        vm.assertTrue(count == 1 && value == 90);
        vm.assertEq(listed("", false), 1);
        vm.assertEq(listed("", true), 2);
    }

    function test_allFeedbackByTag() public {
        rate(BOB, 10, 0, "starred");
        rate(CAROL, 20, 0, "uptime");
        rate(BOB, 30, 0, "starred");
        (address[] memory clients, uint64[] memory indexes, int128[] memory values,,,,) =
            reputation.readAllFeedback(0, new address[](0), "starred", "", false);
        vm.assertEq(clients.length, 2);
        vm.assertTrue(clients[1] == BOB && indexes[1] == 2 && values[1] == 30);
        vm.assertEq(listed("", false), 3);
        vm.assertEq(reputation.getClients(0).length, 2);
    }

    /// The mean of many is that of a sum kept beside the contract.
    function testFuzz_theMeanOfMany(uint256 seed) public {
        int256 sum;
        uint256 count = bound(seed, 1, 40);
        for (uint256 i; i < count; i++) {
            seed = next(seed);
            int128 value = int128(int256(bound(seed, 0, 2e18))) - 1e18;
            rate(address(uint160(0x1000 + i % 7)), value, 2, "");
            sum += value;
        }
        (uint64 counted, int128 mean, uint8 decimals) =
            reputation.getSummary(0, reputation.getClients(0), "", "");
        vm.assertEq(counted, count);
        vm.assertEq(decimals, 2);
        vm.assertTrue(mean == sum / int256(count));
    }

    function listed(string memory tag, bool includeRevoked) private view returns (uint256) {
        (address[] memory clients,,,,,,) =
            reputation.readAllFeedback(0, new address[](0), tag, "", includeRevoked);
        return clients.length;
    }
}
